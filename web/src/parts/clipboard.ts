/** Texts and addresses out of the browser, into other programs. */
import { t } from '../i18n/index.svelte';

/** Copies a text. Gives what to tell the person about it. */
export async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return t('share.copied');
  } catch {
    return t('share.not-copied');
  }
}

/** Whether the system has a sheet to send things with. */
export const canSend = (): boolean => 'share' in navigator;

export async function send(url: string, text?: string): Promise<void> {
  try {
    await navigator.share({ title: t('app.name'), url, ...(text && { text }) });
  } catch {
    // Whoever closes the sheet has changed their mind.
  }
}
