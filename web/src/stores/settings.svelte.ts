/** The person's settings, stored in the browser. */
import type { Signs, Speed } from '../board/types';
import { preferred, setLanguage, type Language } from '../i18n/index.svelte';
import { load, save } from './storage';

export const THEMES = ['classic', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** The boards by their names in the style sheet. Each theme has one of the first four, in the same order. */
export const BOARDS = ['wood', 'slate', 'night', 'contrast', 'paper'] as const;
export type BoardSet = (typeof BOARDS)[number];
export const MARBLES = ['flat', 'tinted'] as const;
export type MarbleSet = (typeof MARBLES)[number];

const DEFAULTS = {
  /** `null`: the language of the browser. */
  language: null as Language | null,
  /** `null`: light or dark like the system. */
  theme: null as Theme | null,
  /** `null`: the board of the theme. */
  board: null as BoardSet | null,
  /** `null`: the marbles of the board. */
  marbles: null as MarbleSet | null,
  signs: 'none' as Signs,
  coordinates: true,
  turned: 0,
  mirrored: false,
  /** Whether a complete turn must be confirmed. */
  confirm: false,
  /** Whether the only legal turn is played automatically if it is a capture. */
  forced: false,
  motion: 'normal' as Speed,
  volume: 0.6,
  mute: false,
  /** Seconds that the engine may think about a turn. */
  think: 3,
  name: '',
};

export type Settings = typeof DEFAULTS;

const KEY = 'zertz.settings';

export const settings = $state<Settings>({ ...DEFAULTS, ...load<Partial<Settings>>(KEY) });

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches });
dark.addEventListener('change', () => (system.dark = dark.matches));

export function theme(): Theme {
  return settings.theme ?? (system.dark ? 'dark' : 'classic');
}

/** The board that is chosen or belongs to the theme. */
export function boardSet(): BoardSet {
  return settings.board ?? BOARDS[THEMES.indexOf(theme())]!;
}

/** Applies the theme and the language to the page. */
export async function applySettings(): Promise<void> {
  applyTheme();
  // Without a network the texts may not load; then the page keeps its language.
  await setLanguage(settings.language ?? preferred()).catch(() => {});
}

function applyTheme(): void {
  const root = document.documentElement;
  root.dataset['board'] = boardSet();
  if (settings.marbles) root.dataset['marbles'] = settings.marbles;
  else delete root.dataset['marbles'];
  if (root.dataset['theme'] === theme()) return;
  root.dataset['theme'] = theme();
  // The browser's bars get the colour of the page, in the next frame, which needs the colours anyway.
  requestAnimationFrame(() => {
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', getComputedStyle(root).getPropertyValue('--page'));
  });
}

/** Updates page and storage when the settings change. Call it once, where effects can live. */
export function keepSettings(): void {
  $effect(() => {
    save(KEY, settings);
  });
  $effect(() => {
    void applySettings();
  });
}
