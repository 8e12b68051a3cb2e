/** What a tap on a ring or a colour means. It selects from the choices that the rules offer and knows no rule itself. */
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

/** A tap makes a step, changes what is picked up, or is wrong. */
export type Touched = { step: string } | { hand: Hand } | { wrong: string };

/** Picks up what needs no choice, and drops what no longer fits. */
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

/** What a tap on a ring does. */
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
  // The rules explain what is wrong with the step that was probably meant.
  return { wrong: meant(choices, hand, ring) };
}

/** The only jump that lands on the tapped ring or captures the marble on it. */
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
  // A placement makes the rules say that a capture is compulsory, which helps more than what is wrong with another jump.
  if (choices.task === 'jump') return `W${ring}`;
  if (hand.from !== null && hand.from !== ring) return `${hand.from}>${ring}`;
  return `${hand.colour ?? choices.colours[0] ?? 'W'}${ring}`;
}

/** What a tap on a marble of the pool does. */
export function touchColour(choices: Choices, hand: Hand, colour: Colour): Touched {
  if (!choices.colours.includes(colour)) return { wrong: `${colour}${choices.vacant[0] ?? 'a1'}` };
  if (hand.target) return { step: colour + hand.target };
  return { hand: { ...EMPTY, colour: hand.colour === colour && choices.colours.length > 1 ? null : colour } };
}

/** The step made by dropping a dragged marble on a ring, if it is legal. */
export function drop(choices: Choices, what: { colour: Colour } | { from: string }, ring: string): string | undefined {
  if ('colour' in what) {
    return choices.colours.includes(what.colour) && choices.vacant.includes(ring) ? what.colour + ring : undefined;
  }
  return choices.jumps.some((jump) => jump.from === what.from && jump.to === ring) ? `${what.from}>${ring}` : undefined;
}

/** A ring that can be tapped, and what for. */
export interface Mark {
  ring: string;
  kind: MarkKind;
}

/** The rings that can be tapped now. */
export function marks(choices: Choices, hand: Hand): Mark[] {
  const list: Mark[] = [];
  const add = (kind: MarkKind, rings: Iterable<string>) => {
    for (const ring of new Set(rings)) list.push({ ring, kind });
  };
  const jumps = hand.from === null ? choices.jumps : choices.jumps.filter((jump) => jump.from === hand.from);
  add('remove', choices.removable);
  add('group', choices.group);
  // Where captures are compulsory there is nothing to place; where they must be demanded, both are marked.
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
