/** Problems: what is wrong with an input, or why a request was refused. This is the only place that puts them into words. */
import { constants, type Problem, type ProblemCode } from './core/rules';
import { hasMessage, t, type Values } from './i18n/index.svelte';
import { momentText } from './online/people';
import { colourName, sentences } from './words';

/** A caught error as a problem. An error that is none gets the code `otherwise`. */
export function problemOf(error: unknown, otherwise: ProblemCode = 'other'): Problem {
  const known = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
  if (!known) return { code: otherwise, message: String(error) };
  const problem = error as Problem;
  // The message of an `Error` is not copied with the rest.
  return { ...problem, message: problem.message };
}

/** Whether an error is a problem with one of these codes. */
export function hasCode(error: unknown, ...codes: ProblemCode[]): boolean {
  return codes.includes(problemOf(error).code);
}

/** The message for a problem, in English if there is none for its code. */
export function problemText(problem: Problem): string {
  const key = `problem.${problem.code}`;
  // With the time at which it ends.
  const ends = `until.${problem.code}`;
  if (problem.until != null && hasMessage(ends)) return t(ends, { until: momentText(problem.until) });
  return hasMessage(key) ? t(key, valuesOf(problem)) : problem.message;
}

/** The English details of a problem, as a sentence. */
export function detailText({ message }: Problem): string {
  return sentences(message.charAt(0).toUpperCase() + message.slice(1));
}

function valuesOf({ code, ring = '', colour, retryAfter: n = 1 }: Problem): Values {
  const limits = () => constants().limits;
  switch (code) {
    case 'bad-name':
      return { ...limits().nameLength };
    case 'bad-password':
      return { ...limits().passwordLength };
    case 'bad-message':
      return { ...limits().chatLength };
    case 'bad-warning':
      return { ...limits().warningLength };
    case 'bad-report':
      return { n: limits().reportLength };
    case 'bad-note':
      return { n: limits().noteLength };
    case 'too-many-blocks':
      return { n: limits().blockedPlayers };
    case 'bad-bot-rules':
      return { ...limits().botGames };
    case 'rated-often':
      return { n: limits().ratedGamesPerDay };
    case 'bad-conditional-turns':
      return { lines: limits().conditionalLines, turns: limits().conditionalLineLength };
    default:
      return { ring, colour: colour ? colourName(colour) : '', n };
  }
}
