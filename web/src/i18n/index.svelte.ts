/**
 * Texts in the person's language.
 *
 * They are in `messages/*.json`, one file for each language, with the same keys. A message is a text, or texts by plural category, which the
 * number `n` selects. `{name}` is a placeholder.
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

/** English is part of the first load, so that there are always texts. Other languages are loaded on demand. */
const others = import.meta.glob<Messages>('../../messages/[a-z][a-z].json', { import: 'default' });

/** Replaced as a whole, because reactivity for hundreds of single messages would be slow. */
let current = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: en });

export function language(): Language {
  return current.language;
}

/** The language with the region that the person's browser names, for dates and numbers: `en-GB`. */
export function locale(languages: readonly string[] = navigator.languages): string {
  return languages.find((name) => name.slice(0, 2).toLowerCase() === current.language) ?? current.language;
}

/** The first language of the browser that the app has. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  const known = languages.map((name) => name.slice(0, 2).toLowerCase()).find((name) => name in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}

/** Loads the messages of a language and shows them. If that fails, the page keeps its language. */
export async function setLanguage(wanted: Language): Promise<void> {
  const messages = wanted === 'en' ? (en as Messages) : await others[`../../messages/${wanted}.json`]!();
  current = { language: wanted, messages };
  document.documentElement.lang = wanted;
}

export function hasMessage(key: string): key is Key {
  return key in en;
}

/** The message with this key, with its placeholders replaced. */
export function t(key: Key, values: Values = {}): string {
  return format(current.messages[key], current.language, values);
}

/** Cached, because browsers take long to create them. */
const plurals: Partial<Record<Language, Intl.PluralRules>> = {};

function plural(language: Language): Intl.PluralRules {
  return (plurals[language] ??= new Intl.PluralRules(language));
}

/** Selects the plural form and replaces the placeholders. */
export function format(message: string | Plural, language: Language, values: Values): string {
  const text =
    typeof message === 'string' ? message : (message[plural(language).select(Number(values['n']))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
