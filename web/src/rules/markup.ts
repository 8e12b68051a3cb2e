/** The one mark that texts of the rules know: `*emphasis*`. */
export interface Run {
  text: string;
  strong: boolean;
}

/** A text in runs with and without emphasis. An asterisk without a partner stands for itself. */
export function runs(text: string): Run[] {
  return text
    .split(/(\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\*[^*]+\*$/.test(part) ? { text: part.slice(1, -1), strong: true } : { text: part, strong: false },
    );
}
