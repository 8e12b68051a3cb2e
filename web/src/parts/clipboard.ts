/** Copying and sharing texts. */
import { t } from '../i18n/index.svelte';

/** Copies a text. Returns a message about the result. */
export async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return t('share.copied');
  } catch {
    return t('share.not-copied');
  }
}

export const canSend = (): boolean => 'share' in navigator;

export async function send(url: string, text?: string): Promise<void> {
  try {
    await navigator.share({ title: t('app.name'), url, ...(text && { text }) });
  } catch {
    // The person has cancelled.
  }
}
