/** What the app says about the game: data of the rules made into sentences of the reader's language. */
import {
  look,
  type Beat,
  type Colour,
  type GameData,
  type OutcomeView,
  type RulesData,
  type Spot,
  type Thought,
  type Trouble,
  type View,
} from './core/rules';
import { has, language, t, type Values } from './i18n/index.svelte';
import type { Hand, Mark } from './stores/hand';
import type { Seat } from './stores/library';

const NAMES = { W: 'white', G: 'grey', B: 'black' } as const;

/** "white", to be used in a sentence about marbles of that colour. */
export function colourName(colour: Colour): string {
  return t(`colour.${NAMES[colour]}`);
}

/** "a white marble" */
export function marbleName(colour: Colour): string {
  return t(`marble.${NAMES[colour]}`);
}

/** What is wrong, in the reader's language; in English where the rules have no code for it. */
export function troubleText(trouble: Trouble): string {
  const values: Values = { ring: trouble.ring ?? '', colour: trouble.colour ? colourName(trouble.colour) : '' };
  if (trouble.place) Object.assign(values, { line: trouble.place[0], column: trouble.place[1] });
  const key = `trouble.${trouble.code}`;
  return has(key) ? t(key, values) : trouble.sentence;
}

export function seatName(seat: Seat, player: 1 | 2): string {
  if (seat.kind === 'engine') return t('seat.engine', { level: seat.level });
  return seat.name || t('seat.person', { player });
}

/** What the player has to do now. */
export function taskText(view: View, hand: Hand): string {
  const { choices } = view;
  switch (choices.task) {
    case 'place':
      if (hand.target) return t('task.colour');
      if (hand.colour) return t('task.place', { marble: marbleName(hand.colour) });
      if (choices.jumps.length > 0) return t('task.place-or-jump');
      return choices.own ? t('task.pick-own') : t('task.pick');
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

/** How a game ended, from the winner's side. */
export function outcomeText(outcome: OutcomeView, name: (player: 1 | 2) => string): string {
  const winner = outcome.winner === null ? '' : name(outcome.winner);
  const loser = outcome.winner === null ? '' : name(outcome.winner === 1 ? 2 : 1);
  return t(`outcome.${outcome.how}`, { winner, loser });
}

/** How a game ended for one of the two, and by what. A draw is the same for both. */
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
  return { title: t('end.lost'), reason: t(has(own) ? own : (`reason.${how}` as 'reason.white')) };
}

/** A ring for somebody who does not see it. */
export function ringText(view: View, marks: readonly Mark[], ring: string): string {
  const found = view.rings.find((r) => r.ring === ring);
  const parts = [ring];
  if (!found) parts.push(t('ring.gone'));
  else parts.push(found.marble ? marbleName(found.marble) : t('ring.vacant'));
  for (const mark of marks) {
    if (mark.ring === ring) parts.push(t(`mark.${mark.kind}`));
  }
  return parts.join(', ');
}

/** A turn in words: what was put where, what was captured. */
export function turnText(beats: Beat[]): string {
  return beats.map(beatText).filter(Boolean).join(' ');
}

/** What was done last, and by whom. Nothing where that was no turn. */
export function saidText(game: GameData, { played, beats }: View, name: (player: 1 | 2) => string): string {
  const last = played.at(-1);
  // The side of the one turn belongs to who took it over.
  const words = game.acts.at(-1) === 'swap' ? t('said.swap') : turnText(beats);
  return last && words ? `${name(last.player)}: ${words}` : '';
}

const where = (spot: Spot) => ('ring' in spot ? spot.ring : '');
const marblesOf = (beat: Beat) => beat.motions.filter((motion) => 'marble' in motion);
const goneIn = (beat: Beat) => beat.motions.flatMap((motion) => ('gone' in motion ? [motion.gone] : []));

function beatText(beat: Beat): string {
  const marbles = marblesOf(beat);
  const gone = goneIn(beat);
  const taken = marbles.filter((motion) => 'tray' in motion.to).map((motion) => marbleName(motion.marble));
  const list = (items: string[]) => items.join(', ');
  const sentences: string[] = [];
  const [first] = marbles;
  switch (beat.kind) {
    case 'place':
      if (first) sentences.push(t('said.place', { marble: marbleName(first.marble), ring: where(first.to) }));
      break;
    case 'remove':
      if (gone[0]) sentences.push(t('said.remove', { ring: gone[0] }));
      break;
    case 'jump':
      if (first) {
        const values = { from: where(first.from), to: where(first.to), marbles: list(taken) };
        sentences.push(t('said.jump', values));
      }
      break;
    case 'claim':
      break;
    case 'pass':
      return beat.motions.length === 0 ? t('said.pass') : '';
  }
  const isolated = beat.kind === 'jump' ? [] : taken;
  if (isolated.length > 0) sentences.push(t('said.claim', { marbles: list(isolated) }));
  return sentences.join(' ');
}

/** A turn that is proposed, in words and in notation, and why it is a good one. */
export function hintText(game: GameData, thought: Thought): string {
  const turn = thought.turns[0] ?? '';
  const words = adviceText(look({ ...game, acts: [...game.acts, turn] }, []).beats);
  const parts = [t(thought.only ? 'hint.only' : 'hint.turn', { words, turn })];
  if (thought.takes > 0) parts.push(t('hint.takes', { n: thought.takes }));
  if (thought.only) return parts.join(' ');
  if (thought.forces) parts.push(t('hint.forces'));
  parts.push(valueText(thought));
  return parts.join(' ');
}

/** What is to be done for a turn: "place a white marble on d3 and remove ring c5". */
function adviceText(beats: Beat[]): string {
  const and = new Intl.ListFormat(language(), { type: 'conjunction' });
  const jumps = beats.filter((beat) => beat.kind === 'jump').flatMap((beat) => marblesOf(beat).slice(0, 1));
  if (jumps[0])
    return t('hint.jump', { from: where(jumps[0].from), to: and.format(jumps.map((jump) => where(jump.to))) });
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
  return steps.length > 0 ? and.format(steps) : t('hint.pass');
}

/** What a line is worth to the player to move. */
export function valueText(thought: Thought): string {
  const { proven, chance } = thought;
  if (proven === null) return t('value.chance', { percent: Math.round(chance * 100) });
  return proven > 0 ? t('value.win', { n: proven }) : t('value.loss', { n: -proven });
}

/** The goals in one line: 4 white, 5 grey, 6 black or 3 of each. */
export function goalsText(rules: RulesData): string {
  const [white, grey, black, each] = rules.goals;
  return t('goals.line', { white, grey, black, each });
}

/** The name of a board. */
export function boardName(board: string): string {
  return /^\d+$/.test(board) ? t('board.rings', { n: Number(board) }) : t('board.custom');
}
