/** Splits a text into runs with and without `*emphasis*`, the only markup. A single asterisk is literal. */
export function runs(text: string): { text: string; strong: boolean }[] {
  return text
    .split(/(\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\*[^*]+\*$/.test(part) ? { text: part.slice(1, -1), strong: true } : { text: part, strong: false },
    );
}
