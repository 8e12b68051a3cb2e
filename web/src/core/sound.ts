/**
 * Sounds of glass and plastic, synthesised, so that there are no files to load.
 *
 * Browsers allow sound only after user input, so nothing is set up before the first sound. Without audio support every call does nothing.
 */
export type Sound = 'place' | 'remove' | 'jump' | 'claim' | 'pass' | 'win' | 'lose' | 'draw';

/** The sound of a struck body: partials that decay. */
type Strike = {
  at?: number;
  pitch: number;
  partials: readonly (readonly [ratio: number, loudness: number, seconds: number])[];
  gain: number;
};

/** A marble is small and hard: high inharmonic partials with a short decay. */
const GLASS = [
  [1, 1, 0.09],
  [1.52, 0.55, 0.06],
  [2.76, 0.4, 0.035],
  [4.07, 0.22, 0.02],
] as const;

/** A marble on a plastic ring sounds lower and shorter. */
const TOCK = [
  [1, 1, 0.07],
  [2.3, 0.35, 0.03],
] as const;

/** A soft bell for the end of a game. */
const BELL = [
  [1, 1, 1.1],
  [2, 0.35, 0.7],
  [3.01, 0.12, 0.4],
] as const;

export class Sounds {
  private context: AudioContext | null = null;
  private out: GainNode | null = null;
  private noise: AudioBuffer | null = null;

  play(sound: Sound, volume: number): void {
    if (volume === 0) return;
    try {
      const context = this.wake();
      // Perceived loudness is logarithmic; the square is close enough.
      if (this.out) this.out.gain.value = volume ** 2;
      if (context) this.perform(sound, context.currentTime + 0.005);
    } catch {
      // The game works without sound.
    }
  }

  private wake(): AudioContext | null {
    if (!this.context) {
      if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return null;
      this.context = new AudioContext({ latencyHint: 'interactive' });
      this.out = this.context.createGain();
      this.out.connect(this.context.destination);
    }
    if (this.context.state === 'suspended') void this.context.resume().catch(() => undefined);
    return this.context;
  }

  private perform(sound: Sound, start: number): void {
    // Each sound varies a little.
    const vary = 1 + (Math.random() - 0.5) * 0.07;
    switch (sound) {
      case 'place':
        this.strike(start, { pitch: 1850 * vary, partials: GLASS, gain: 0.34 });
        this.strike(start, { pitch: 420 * vary, partials: TOCK, gain: 0.26 });
        break;
      case 'jump':
        this.strike(start, { pitch: 560 * vary, partials: TOCK, gain: 0.6 });
        this.strike(start, { at: 0.012, pitch: 2100 * vary, partials: GLASS, gain: 0.25 });
        break;
      case 'remove':
        this.slide(start, 0.3, 500, 1500, 0.62);
        break;
      case 'claim':
        for (let hit = 0; hit < 6; hit++) {
          const at = hit * 0.055 + Math.random() * 0.02;
          this.strike(start, { at, pitch: 1500 + Math.random() * 900, partials: GLASS, gain: 0.34 - hit * 0.035 });
        }
        this.slide(start, 0.4, 300, 700, 0.16);
        break;
      case 'win':
        this.chord(start, [523.25, 659.25, 783.99, 1046.5], 0.085, 0.2);
        break;
      case 'draw':
        this.chord(start, [392, 493.88], 0.1, 0.17);
        break;
      case 'lose':
        this.chord(start, [440, 349.23, 293.66], 0.14, 0.16);
        break;
      case 'pass':
        this.strike(start, { pitch: 300, partials: TOCK, gain: 0.25 });
    }
  }

  private chord(start: number, pitches: number[], apart: number, gain: number): void {
    pitches.forEach((pitch, index) => this.strike(start, { at: index * apart, pitch, partials: BELL, gain }));
  }

  private strike(start: number, { at = 0, pitch, partials, gain }: Strike): void {
    const { context, out } = this;
    if (!context || !out) return;
    for (const [ratio, loudness, seconds] of partials) {
      const begin = start + at;
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.frequency.value = pitch * ratio;
      level.gain.setValueAtTime(0, begin);
      level.gain.linearRampToValueAtTime(gain * loudness, begin + 0.002);
      level.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
      tone.connect(level).connect(out);
      tone.start(begin);
      tone.stop(begin + seconds + 0.02);
    }
  }

  /** The sound of sliding: noise through an opening filter. */
  private slide(start: number, seconds: number, from: number, to: number, gain: number): void {
    const { context, out } = this;
    if (!context || !out) return;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const level = context.createGain();
    source.buffer = this.rustle(context);
    filter.type = 'bandpass';
    filter.Q.value = 0.9;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.linearRampToValueAtTime(to, start + seconds);
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(gain, start + seconds * 0.25);
    level.gain.linearRampToValueAtTime(0, start + seconds);
    source.connect(filter).connect(level).connect(out);
    source.start(start, Math.random() * 0.4, seconds);
  }

  private rustle(context: AudioContext): AudioBuffer {
    if (!this.noise) {
      this.noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = this.noise.getChannelData(0);
      for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    }
    return this.noise;
  }
}
