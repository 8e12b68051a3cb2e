/** Moves the focus to the main part of the page, when the focused element is about to be removed. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
