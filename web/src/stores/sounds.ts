/** Plays sounds at the volume of the settings. */
import { Sounds, type Sound } from '../core/sound';
import { settings } from './settings.svelte';

const sounds = new Sounds();

export function playSound(sound: Sound): void {
  if (!settings.mute) sounds.play(sound, settings.volume);
}
