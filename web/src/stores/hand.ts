/**
 * The hand: what a touch of a ring or a colour means, given what may be done. It chooses among the choices that the rules offer and
 * knows no rule itself.
 */
import type { Choices, Colour } from '../core/rules';
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

/** A touch either makes a step, or changes what is picked, or is wrong. */
export type Touched = { step: string } | { hand: Hand } | { wrong: string };

/** What is picked without a touch, because there is nothing to choose. */
export function settle(choices: Choices, hand: Hand): Hand {
  const colour = choices.colours.length === 1 ? choices.colours[0]! : hand.colour;
  const colourFits = colour !== null && choices.colours.includes(colour);
  const starts = [...new Set(choices.jumps.map((jump) => jump.from))];
  const from = starts.length === 1 ? starts[0]! : hand.from;
  return {
    colour: colourFits ? colour : null,
    target: hand.target !== null && choices.vacant.includes(hand.target) ? hand.target : null,
    from: from !== null && starts.includes(from) ? from : null,
  };
}

/** A ring is touched. */
export function touchRing(choices: Choices, hand: Hand, ring: string): Touched {
  if (choices.removable.includes(ring)) return { step: `-${ring}` };
  if (choices.group.includes(ring)) return { step: 'claim' };
  const jump = jumpTo(choices, hand, ring);
  if (jump) return { step: jump };
  if (choices.jumps.some((jump) => jump.from === ring)) {
    return { hand: { ...EMPTY, from: hand.from === ring ? null : ring } };
  }
  if (choices.vacant.includes(ring)) {
    if (hand.colour) return { step: hand.colour + ring };
    return { hand: { ...EMPTY, target: hand.target === ring ? null : ring } };
  }
  // The rules are asked why not: with the step that was probably meant.
  return { wrong: meant(choices, hand, ring) };
}

/** The one jump that is meant by touching where it lands, or whom it captures. */
function jumpTo(choices: Choices, hand: Hand, ring: string): string | undefined {
  const own = choices.jumps.filter((jump) => jump.from === hand.from);
  const meantBy = (jumps: typeof own) => {
    const landing = jumps.filter((jump) => jump.to === ring);
    const victim = jumps.filter((jump) => jump.over === ring);
    return landing.length === 1 ? landing[0] : victim.length === 1 ? victim[0] : undefined;
  };
  const starts = choices.jumps.some((jump) => jump.from === ring);
  const jump = meantBy(own) ?? (hand.from === null && !starts ? meantBy(choices.jumps) : undefined);
  return jump && `${jump.from}>${jump.to}`;
}

function meant(choices: Choices, hand: Hand, ring: string): string {
  if (choices.task === 'remove') return `-${ring}`;
  // Whoever must capture is told that, and not what is wrong with another jump.
  if (choices.task === 'jump') return `W${ring}`;
  if (hand.from !== null && hand.from !== ring) return `${hand.from}>${ring}`;
  return `${hand.colour ?? choices.colours[0] ?? 'W'}${ring}`;
}

/** A marble of the pool is touched. */
export function touchColour(choices: Choices, hand: Hand, colour: Colour): Touched {
  if (!choices.colours.includes(colour)) return { wrong: `${colour}${choices.vacant[0] ?? 'a1'}` };
  if (hand.target) return { step: colour + hand.target };
  return { hand: { ...EMPTY, colour: hand.colour === colour && choices.colours.length > 1 ? null : colour } };
}

/** A marble on the board, or of the pool, is let go over a ring. */
export function drop(choices: Choices, what: { colour: Colour } | { from: string }, ring: string): string | undefined {
  if ('colour' in what) {
    return choices.colours.includes(what.colour) && choices.vacant.includes(ring) ? what.colour + ring : undefined;
  }
  return choices.jumps.some((jump) => jump.from === what.from && jump.to === ring) ? `${what.from}>${ring}` : undefined;
}

/** A ring, and what it can be touched as. */
export interface Mark {
  ring: string;
  kind: MarkKind;
}

/** The rings that can be touched now. */
export function marks(choices: Choices, hand: Hand): Mark[] {
  const list: Mark[] = [];
  const add = (kind: MarkKind, rings: Iterable<string>) => {
    for (const ring of new Set(rings)) list.push({ ring, kind });
  };
  const jumps = hand.from === null ? choices.jumps : choices.jumps.filter((jump) => jump.from === hand.from);
  add('remove', choices.removable);
  add('group', choices.group);
  // Where a capture must be made there is nothing to place; where it may be missed, both are shown.
  add(
    'jumper',
    choices.jumps.map((jump) => jump.from),
  );
  if (hand.from !== null) {
    add('selected', [hand.from]);
    add(
      'landing',
      jumps.map((jump) => jump.to),
    );
    add(
      'victim',
      jumps.map((jump) => jump.over),
    );
  } else if (hand.target !== null) {
    add('selected', [hand.target]);
  }
  if (hand.colour !== null || hand.target !== null || choices.task === 'place') add('place', choices.vacant);
  return list;
}
