/** Texts about games: turns, tasks and results in the person's language. */
import {
  constants,
  shape,
  viewOf,
  type Beat,
  type Colour,
  type GameData,
  type MarkData,
  type OutcomeView,
  type Proven,
  type RulesData,
  type Spot,
  type Variation,
  type View,
} from './core/rules';
import { hasMessage, locale, t } from './i18n/index.svelte';
import type { Hand, Mark } from './table/hand';
import { opposite, type Source } from './table/source';
import type { Seat } from './stores/library';
import { allLose, examined, type Answer } from './stores/prover.svelte';

const NAMES = { W: 'white', G: 'grey', B: 'black' } as const;

/** "white" */
export function colourName(colour: Colour): string {
  return t(`colour.${NAMES[colour]}`);
}

/** "white marble" */
export function marbleName(colour: Colour): string {
  return t(`marble.${NAMES[colour]}`);
}

/** "2 white marbles and 1 black marble" */
function marblesText(colours: Colour[]): string {
  const counts = new Map<Colour, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return list([...counts].map(([colour, n]) => t(`marbles.${NAMES[colour]}`, { n })));
}

/** "a, b and c" */
function list(words: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);
}

/** The name of one of the seats of a game. Two people of the same name are told apart by a number. */
export function seatName(seat: Seat, player: 1 | 2, seats: readonly Seat[] = []): string {
  if (seat.kind === 'engine') return seat.proof ? t('seat.proof') : t('seat.engine', { level: seat.level });
  if (!seat.name) return t('seat.person', { player });
  const alike = seats.filter((one) => one.kind === 'person' && one.name === seat.name);
  return alike.length > 1 ? `${seat.name} (${seats.indexOf(seat) + 1})` : seat.name;
}

/** What the player has to do. `yours` says whether to tell the person that it is their turn. */
export function taskText({ choices }: View, hand: Hand, yours = false): string {
  switch (choices.task) {
    case 'place': {
      if (hand.target) return t('task.colour');
      if (hand.colour) return t('task.place', { marble: marbleName(hand.colour) });
      if (hand.from) return t('task.land', { ring: hand.from });
      return sentences(yours ? t('online.your-turn') : '', t(choices.own ? 'task.pick-own' : 'task.pick'));
    }
    case 'remove':
      return t('task.remove');
    case 'jump':
      if (choices.jumps.length === 1) return t('task.land-here');
      return hand.from ? t('task.land', { ring: hand.from }) : t('task.jump');
    case 'go-on':
      return t('task.go-on');
    case 'claim':
      return t('task.claim');
    case 'pass':
      return t('task.pass');
    case 'confirm':
      return t('task.confirm');
    case 'over':
      return t('task.over');
  }
}

export function outcomeText(outcome: OutcomeView, name: (player: 1 | 2) => string): string {
  const winner = outcome.winner === null ? '' : name(outcome.winner);
  const loser = outcome.winner === null ? '' : name(outcome.winner === 1 ? 2 : 1);
  return t(`outcome.${outcome.how}`, { winner, loser });
}

/** The status of a game whose last turn won, but missed a capture. */
export function contestText(source: Pick<Source, 'position' | 'mayDemand' | 'name'>): string {
  const outcome = outcomeText(source.position.outcome!, (side) => source.name(side));
  return `${outcome} ${t(source.mayDemand ? 'game.contest' : 'game.contested')}`;
}

/** How a game ended for one of the players, and why. */
export function verdictText(
  outcome: OutcomeView,
  you: 1 | 2,
  name: (player: 1 | 2) => string,
): { title: string; reason: string } {
  const { winner, how } = outcome;
  if (winner === null) return { title: outcomeText(outcome, name), reason: '' };
  if (winner === you)
    return { title: t('end.won'), reason: t(`reason.${how}` as 'reason.white', { loser: name(winner === 1 ? 2 : 1) }) };
  const own = `reason.own-${how}`;
  return { title: t('end.lost'), reason: t(hasMessage(own) ? own : (`reason.${how}` as 'reason.white')) };
}

/** Joins texts into sentences. A title such as "You lost" gets its full stop here. */
export function sentences(...texts: string[]): string {
  return texts
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

/** The marks that a person drew: "circle on d4 (blue), arrow from d4 to d6 (yellow)". */
export function drawnText(drawn: readonly MarkData[]): string {
  const text = ({ from, to, brush }: MarkData) => {
    const colour = t(`pen.${brush}`);
    return to === undefined ? t('pen.said-circle', { colour, ring: from }) : t('pen.said-arrow', { colour, from, to });
  };
  return drawn.map(text).join(', ');
}

/** The description of a ring for screen readers, with what a person drew on it. */
export function ringText(view: View, marks: readonly Mark[], ring: string, drawn: readonly MarkData[] = []): string {
  const found = view.rings.find((r) => r.ring === ring);
  const parts = [ring];
  if (!found) parts.push(t('ring.gone'));
  else parts.push(found.marble ? marbleName(found.marble) : t('ring.vacant'));
  for (const mark of marks) {
    if (mark.ring === ring) parts.push(t(`mark.${mark.kind}`));
  }
  const here = drawn.filter(({ from, to }) => from === ring || to === ring);
  if (here.length > 0) parts.push(drawnText(here));
  return parts.join(', ');
}

/** A turn in words: what was placed, removed and captured. It follows a name, so it begins with a small letter. */
function turnText(beats: Beat[]): string {
  const jumps = jumpsIn(beats);
  if (jumps[0]) {
    const [from, to] = [where(jumps[0].from), list(jumps.map((jump) => where(jump.to)))];
    return t('said.jump', { from, to, marbles: marblesText(beats.flatMap(takenIn)) });
  }
  return beats.map(beatText).filter(Boolean).join(' ');
}

/** The last turn, swap or demand in words, with the player's name; empty if there is none. */
export function saidText(game: GameData, { beats, mover }: View, name: (player: 1 | 2) => string): string {
  const act = game.acts.at(-1);
  const words = act === 'swap' ? t('said.swap') : act === 'demand' ? t('said.demand') : turnText(beats);
  // After a swap, the player who swapped has the side of the first turn.
  return words && `${name(opposite(mover))}: ${words}`;
}

const where = (spot: Spot) => ('ring' in spot ? spot.ring : '');
const marblesOf = (beat: Beat) => beat.motions.filter((motion) => 'marble' in motion);
const goneIn = (beat: Beat) => beat.motions.flatMap((motion) => ('gone' in motion ? [motion.gone] : []));
const takenIn = (beat: Beat) => marblesOf(beat).flatMap((motion) => ('tray' in motion.to ? [motion.marble] : []));
/** The jumping marble in each jump of a turn. */
const jumpsIn = (beats: Beat[]) =>
  beats.filter((beat) => beat.kind === 'jump').flatMap((beat) => marblesOf(beat).slice(0, 1));

function beatText(beat: Beat): string {
  if (beat.kind === 'pass') return beat.motions.length === 0 ? t('said.pass') : '';
  const [first] = marblesOf(beat);
  const [ring] = goneIn(beat);
  const marbles = marblesText(takenIn(beat));
  const parts = [
    beat.kind === 'place' && first ? t('said.place', { marble: marbleName(first.marble), ring: where(first.to) }) : '',
    beat.kind === 'remove' && ring ? t('said.remove', { ring }) : '',
    marbles && t('said.claim', { marbles }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** A hint: the turn in words and in notation, and what is good about it. */
export function hintText(game: GameData, variation: Variation): string {
  const turn = variation.turns[0] ?? '';
  const words = adviceText(viewOf({ ...game, acts: [...game.acts, turn] }).beats);
  const parts = [t(variation.only ? 'hint.only' : 'hint.turn', { words, turn })];
  if (variation.takes > 0) parts.push(t('hint.takes', { n: variation.takes }));
  if (variation.only) return parts.join(' ');
  if (variation.forces) parts.push(t('hint.forces'));
  parts.push(evaluationText(variation));
  return parts.join(' ');
}

/** A turn as an instruction: "place a white marble on d3 and remove ring c5". */
function adviceText(beats: Beat[]): string {
  const jumps = jumpsIn(beats);
  if (jumps[0]) return t('hint.jump', { from: where(jumps[0].from), to: list(jumps.map((jump) => where(jump.to))) });
  const steps = beats.flatMap((beat) => {
    const [placed] = marblesOf(beat);
    if (beat.kind === 'place' && placed)
      return [t('hint.place', { marble: marbleName(placed.marble), ring: where(placed.to) })];
    return beat.kind === 'remove'
      ? goneIn(beat)
          .slice(0, 1)
          .map((ring) => t('hint.remove', { ring }))
      : [];
  });
  return steps.length > 0 ? list(steps) : t('hint.pass');
}

/** The evaluation of a variation, for the player to move. */
export function evaluationText({ proven, chance }: Variation): string {
  if (proven === null) return t('value.chance', { percent: Math.round(chance * 100) });
  return proven > 0 ? t('value.win', { n: proven }) : t('value.loss', { n: -proven });
}

/** A proven result: "Proven: player 2 wins in at most 25 turns." */
export function provenText({ winner, turns }: Omit<Proven, 'turn'>, name: (player: 1 | 2) => string): string {
  return t('proven.line', { name: name(winner), n: turns });
}

/** What the solver answered. `proven` is the result by the opening proof, which is shown beside it and not repeated. */
export function answerText(answer: Answer, name: (player: 1 | 2) => string, proven: Proven | null): string {
  if (answer.kind === 'wins') {
    const { winner, turns } = answer;
    const isSaid = proven?.winner === winner && proven.turns <= turns.length;
    return isSaid ? t('solve.line') : provenText({ winner, turns: turns.length }, name);
  }
  if (answer.kind === 'lost') return t('solve.lost', { name: name(answer.player) });
  const nodes = numberText(answer.nodes);
  if (answer.kind === 'no-win') {
    const { player, sure } = answer;
    // The proof may have been loaded after the question.
    const key = proven?.winner === opposite(player) ? 'solve.lost' : sure ? 'solve.no-win' : 'solve.unknown';
    return t(key, { name: name(player), nodes });
  }
  const { winner, open, lost, longest, count, complete } = answer;
  const [all, texts] = [examined(answer), [] as string[]];
  if (!complete) texts.push(t('solve.incomplete'));
  if (all < count) texts.push(t('solve.stopped', { done: numberText(all), all: numberText(count) }));
  if (allLose(answer) && !proven) texts.push(provenText({ winner, turns: longest }, name));
  else if (lost === 0) texts.push(t('solve.none-lose', { name: name(winner), all: numberText(all), nodes }));
  else texts.push(t('solve.lose', { name: name(winner), lost: numberText(lost), all: numberText(all) }));
  if (lost > 0 && open.length > 0) texts.push(t('solve.others', { nodes }));
  return texts.join(' ');
}

export function numberText(n: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1, ...options }).format(n);
}

/** The goals in one line: "4 white, 5 grey, 6 black or 3 of each". */
export function goalsText(rules: RulesData): string {
  const [white, grey, black, each] = rules.goals;
  return t('goals.line', { white, grey, black, each });
}

/** The name of a board: its size, or "Custom board". */
export function boardName(board: string): string {
  return constants().boards.includes(board) ? t('board.rings', { n: shape(board).rings.length }) : t('board.custom');
}

/** The number before a turn: "3." before the first turn of a pair, "3…" before the second. `ply` counts turns from 0. */
export function turnNumber(ply: number): string {
  return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'}`;
}
