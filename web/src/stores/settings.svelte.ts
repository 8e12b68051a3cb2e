/** What the person likes. Kept in the browser. */
import { preferred, speak, type Language } from '../i18n/index.svelte';
import { load, save } from './storage';

export const THEMES = ['classic', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  /** `null`: as the browser says. */
  language: Language | null;
  /** `null`: light or dark as the system says. */
  theme: Theme | null;
  signs: 'none' | 'letters' | 'patterns';
  coordinates: boolean;
  turned: number;
  mirrored: boolean;
  /** Whether a complete turn waits for a word before it is played. */
  confirm: boolean;
  /** Whether a capture is played by itself when there is no other turn. */
  forced: boolean;
  motion: 'normal' | 'fast' | 'off';
  volume: number;
  mute: boolean;
  /** How many seconds the engine may think about a turn. */
  think: number;
  name: string;
}

const DEFAULTS: Settings = {
  language: null,
  theme: null,
  signs: 'none',
  coordinates: true,
  turned: 0,
  mirrored: false,
  confirm: false,
  forced: false,
  motion: 'normal',
  volume: 0.6,
  mute: false,
  think: 3,
  name: '',
};

const KEY = 'zertz.settings';

export const settings = $state<Settings>({ ...DEFAULTS, ...load<Partial<Settings>>(KEY) });

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches });
dark.addEventListener('change', () => (system.dark = dark.matches));

/** The theme in force. */
export function theme(): Theme {
  return settings.theme ?? (system.dark ? 'dark' : 'classic');
}

/** Puts the page into the person's colours and language. */
export async function dress(): Promise<void> {
  dressInTheme();
  // Without a network the words may not come; then the page stays in the language it has.
  await speak(settings.language ?? preferred()).catch(() => {});
}

function dressInTheme(): void {
  const root = document.documentElement;
  if (root.dataset['theme'] === theme()) return;
  root.dataset['theme'] = theme();
  // The browser's own bars go with the page. With the next picture, which needs the colours anyway.
  requestAnimationFrame(() => {
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', getComputedStyle(root).getPropertyValue('--page'));
  });
}

/** Keeps page and storage in step with the settings. Call it once, where effects can live. */
export function keepSettings(): void {
  $effect(() => {
    save(KEY, settings);
  });
  $effect(() => {
    void dress();
  });
}
