/** Sounds as loud as the person likes. */
import { Sounds, type Sound } from '../core/sound';
import { settings } from './settings.svelte';

const sounds = new Sounds();

export function hear(sound: Sound): void {
  sounds.volume = settings.volume;
  sounds.muted = settings.mute;
  sounds.play(sound);
}
