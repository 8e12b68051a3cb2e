/** Moves the focus to the main part of the page, because what had it is about to go. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
