/** Texts for moderators, in `messages/moderation/*.json`. They are apart from the others because few people need them. */
import en from '../../messages/moderation/en.json';
import { format, language, type Language, type Values } from '../i18n/index.svelte';

export type ModerationKey = keyof typeof en;
type Messages = Record<ModerationKey, Parameters<typeof format>[0]>;

const others = import.meta.glob<Messages>('../../messages/moderation/[a-z][a-z].json', { import: 'default' });

let current = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: en });

/** Follows the language of the app. If the texts of a language cannot be loaded, the page keeps the ones that it has. */
export function followLanguage(): () => void {
  const wanted = language();
  let late = false;
  const found = wanted === 'en' ? Promise.resolve<Messages>(en) : others[`../../messages/moderation/${wanted}.json`]!();
  found.then(
    (messages) => late || (current = { language: wanted, messages }),
    () => {},
  );
  return () => (late = true);
}

/** The message with this key, with its placeholders replaced. */
export function m(key: ModerationKey, values: Values = {}): string {
  return format(current.messages[key], current.language, values);
}
