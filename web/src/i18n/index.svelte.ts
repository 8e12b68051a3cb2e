/**
 * Words in the reader's language.
 *
 * All of them stand in `messages/*.json`, one file a language, with the same keys. A value is a text, or texts by plural category
 * where a number `n` decides. `{name}` stands for a value.
 */
import en from '../../messages/en.json';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  es: 'Español',
  pl: 'Polski',
  ru: 'Русский',
} as const;

export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Messages = Record<Key, string | Plural>;

/** English is in the first load, so that there is always something to say; the others come when asked for. */
const others = import.meta.glob<Messages>('../../messages/[a-z][a-z].json', { import: 'default' });

/** Changes as a whole: nothing has to watch a single one of many hundred words. */
let spoken = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: en });

/** The language of the page. */
export function language(): Language {
  return spoken.language;
}

/** The first language of the browser that there are words in. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  const known = languages.map((name) => name.slice(0, 2).toLowerCase()).find((name) => name in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}

/** Fetches the words of a language and shows them. When they cannot be had the page stays as it is. */
export async function speak(wanted: Language): Promise<void> {
  const messages = wanted === 'en' ? (en as Messages) : await others[`../../messages/${wanted}.json`]!();
  spoken = { language: wanted, messages };
  document.documentElement.lang = wanted;
}

/** Whether there are words for a key that was put together. */
export function has(key: string): key is Key {
  return key in en;
}

/** The words for a key, with values in their places. */
export function t(key: Key, values: Values = {}): string {
  return say(spoken.messages[key], spoken.language, values);
}

/** The rule of a language for numbers, which takes a browser long to make. */
const plurals: Partial<Record<Language, Intl.PluralRules>> = {};

function plural(language: Language): Intl.PluralRules {
  return (plurals[language] ??= new Intl.PluralRules(language));
}

/** Chooses the plural and puts the values in. */
export function say(message: string | Plural, language: Language, values: Values): string {
  const text =
    typeof message === 'string' ? message : (message[plural(language).select(Number(values['n']))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
