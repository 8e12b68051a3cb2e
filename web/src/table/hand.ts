/** What a tap on a ring or a colour means. It selects from the choices that the rules offer and knows no rule itself. */
import type { Choices, Colour, JumpView, StepData } from '../core/rules';
import type { MarkKind } from '../board/types';

export interface Hand {
  /** The colour picked from the pool. */
  colour: Colour | null;
  /** The ring picked to place on, before a colour was. */
  target: string | null;
  /** The marble picked to jump with. */
  from: string | null;
}

export const EMPTY: Hand = { colour: null, target: null, from: null };

/** A marble that is dragged: one of the pool, or one on the board. */
export type Dragged = { colour: Colour } | { from: string };

/** A tap makes a step, changes what is picked up, or is wrong. */
export type TapResult = { step: StepData } | { hand: Hand } | { wrong: StepData };

const place = (colour: Colour, ring: string): StepData => ({ kind: 'place', colour, ring });
const remove = (ring: string): StepData => ({ kind: 'remove', ring });
export const jump = ({ from, to }: Pick<JumpView, 'from' | 'to'>): StepData => ({ kind: 'jump', from, to });

/** Whether the player has to find captures, because another turn is possible too. Nothing may point at them. */
export const findsCaptures = ({ task, jumps }: Choices) => task === 'place' && jumps.length > 0;

/** Picks up what needs no choice, and drops what no longer fits. */
export function settle(choices: Choices, hand: Hand): Hand {
  const colour = choices.colours.length === 1 ? choices.colours[0]! : hand.colour;
  const colourFits = colour !== null && choices.colours.includes(colour);
  const starts = [...new Set(choices.jumps.map((jump) => jump.from))];
  const from = starts.length === 1 && !findsCaptures(choices) ? starts[0]! : hand.from;
  return {
    colour: colourFits ? colour : null,
    target: hand.target !== null && choices.vacant.includes(hand.target) ? hand.target : null,
    from: from !== null && starts.includes(from) ? from : null,
  };
}

export function touchRing(choices: Choices, hand: Hand, ring: string): TapResult {
  if (choices.removable.includes(ring)) return { step: remove(ring) };
  if (choices.group.includes(ring)) return { step: { kind: 'claim' } };
  const meant = jumpTo(choices, hand, ring);
  if (meant) return { step: jump(meant) };
  if (choices.jumps.some((jump) => jump.from === ring)) {
    return { hand: { ...EMPTY, from: hand.from === ring ? null : ring } };
  }
  if (choices.vacant.includes(ring)) {
    if (hand.colour) return { step: place(hand.colour, ring) };
    return { hand: { ...EMPTY, target: hand.target === ring ? null : ring } };
  }
  // The rules explain what is wrong with the step that was probably meant.
  return { wrong: probableStep(choices, hand, ring) };
}

/** The only jump that lands on the tapped ring or captures the marble on it. */
function jumpTo(choices: Choices, hand: Hand, ring: string): JumpView | undefined {
  const own = choices.jumps.filter((jump) => jump.from === hand.from);
  const meantBy = (jumps: JumpView[]) => {
    const landing = jumps.filter((jump) => jump.to === ring);
    const victim = jumps.filter((jump) => jump.over === ring);
    return landing.length === 1 ? landing[0] : victim.length === 1 ? victim[0] : undefined;
  };
  const starts = choices.jumps.some((jump) => jump.from === ring);
  // A player who has to find captures may mean to place a marble there.
  const mayMeanAny = hand.from === null && !starts && !findsCaptures(choices);
  return meantBy(own) ?? (mayMeanAny ? meantBy(choices.jumps) : undefined);
}

function probableStep(choices: Choices, hand: Hand, ring: string): StepData {
  if (choices.task === 'remove') return remove(ring);
  // A placement makes the rules say that a capture is compulsory, which helps more than what is wrong with another jump.
  if (choices.task !== 'jump' && hand.from !== null && hand.from !== ring) return jump({ from: hand.from, to: ring });
  return place(hand.colour ?? choices.colours[0] ?? 'W', ring);
}

export function touchColour(choices: Choices, hand: Hand, colour: Colour): TapResult {
  if (!choices.colours.includes(colour)) return { wrong: place(colour, choices.vacant[0] ?? 'a1') };
  if (hand.target) return { step: place(colour, hand.target) };
  return { hand: { ...EMPTY, colour: hand.colour === colour && choices.colours.length > 1 ? null : colour } };
}

export function drop(choices: Choices, what: Dragged, ring: string): TapResult {
  if ('colour' in what) {
    const step = place(what.colour, ring);
    return choices.colours.includes(what.colour) && choices.vacant.includes(ring) ? { step } : { wrong: step };
  }
  const step = jump({ from: what.from, to: ring });
  return choices.jumps.some(({ from, to }) => from === what.from && to === ring) ? { step } : { wrong: step };
}

/** A ring that can be tapped, and what for. */
export interface Mark {
  ring: string;
  kind: MarkKind;
}

/** The rings that can be tapped now, except for captures that the player has to find. */
export function marks(choices: Choices, hand: Hand): Mark[] {
  const { removable, group, jumps, vacant } = choices;
  const own = jumps.filter((jump) => jump.from === hand.from);
  const places = hand.colour !== null || hand.target !== null || choices.task === 'place';
  const rings: [MarkKind, string[]][] = [
    ['remove', removable],
    ['group', group],
    ['jumper', findsCaptures(choices) ? [] : jumps.map((jump) => jump.from)],
    ['selected', [hand.from ?? hand.target].filter((ring) => ring !== null)],
    ['landing', own.map((jump) => jump.to)],
    ['victim', own.map((jump) => jump.over)],
    ['place', places ? vacant : []],
  ];
  return rings.flatMap(([kind, list]) => [...new Set(list)].map((ring) => ({ ring, kind })));
}
