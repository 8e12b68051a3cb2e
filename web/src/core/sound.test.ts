import { afterEach, describe, expect, it, vi } from 'vitest';
import { Sounds, type Sound } from './sound';

const ALL: Sound[] = ['place', 'remove', 'jump', 'claim', 'pass', 'win', 'lose', 'draw'];

/** A fake audio context that counts the sounds it starts. */
function audio(): { made: number; started: number; gain: { value: number } } {
  const seen = { made: 0, started: 0, gain: { value: 0 } };
  const parameter = () => ({
    value: 0,
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
  });
  const node = (more = {}) => ({
    connect: (next: unknown) => next,
    frequency: parameter(),
    Q: parameter(),
    gain: parameter(),
    ...more,
  });
  const source = () => node({ start: () => seen.started++, stop: vi.fn() });
  class Context {
    state = 'running';
    currentTime = 0;
    sampleRate = 100;
    destination = {};
    private first = true;
    constructor() {
      seen.made++;
    }
    createGain() {
      const gain = node();
      if (this.first) seen.gain = gain.gain;
      this.first = false;
      return gain;
    }
    createOscillator = source;
    createBufferSource = source;
    createBiquadFilter = () => node();
    createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  }
  vi.stubGlobal('AudioContext', Context);
  return seen;
}

afterEach(() => vi.unstubAllGlobals());

describe('sounds', () => {
  it('are silent without audio support', () => {
    vi.stubGlobal('AudioContext', undefined);
    for (const sound of ALL) expect(() => new Sounds().play(sound, 1)).not.toThrow();
  });

  it('are silent if audio fails', () => {
    vi.stubGlobal(
      'AudioContext',
      class {
        constructor() {
          throw new Error('no device');
        }
      },
    );
    expect(() => new Sounds().play('place', 1)).not.toThrow();
  });

  it('create the audio context with the first sound', () => {
    const seen = audio();
    const sounds = new Sounds();
    expect(seen.made).toBe(0);
    for (const sound of ALL) {
      const before = seen.started;
      sounds.play(sound, 1);
      expect(seen.started, sound).toBeGreaterThan(before);
    }
    expect(seen.made).toBe(1);
  });

  it('wait for user input', () => {
    const seen = audio();
    const activation = { hasBeenActive: false };
    vi.stubGlobal('navigator', { userActivation: activation });
    const sounds = new Sounds();
    sounds.play('place', 1);
    expect(seen.made).toBe(0);
    activation.hasBeenActive = true;
    sounds.play('place', 1);
    expect(seen.made).toBe(1);
  });

  it('obey the volume', () => {
    const seen = audio();
    const sounds = new Sounds();
    sounds.play('place', 0.5);
    expect(seen.gain.value).toBe(0.25);
    const { started } = seen;
    sounds.play('win', 0);
    expect(seen.started).toBe(started);
  });
});
