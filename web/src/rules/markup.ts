/** The only markup in the rules' texts: `*emphasis*`. */
export interface Run {
  text: string;
  strong: boolean;
}

/** Splits a text into runs with and without emphasis. A single asterisk is literal. */
export function runs(text: string): Run[] {
  return text
    .split(/(\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\*[^*]+\*$/.test(part) ? { text: part.slice(1, -1), strong: true } : { text: part, strong: false },
    );
}
