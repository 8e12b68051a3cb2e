/** Animates a turn: beat after beat, and all motions of a beat at the same time. */
import type { Motion, Spot } from '../core/rules';
import type { Air, Piece } from './air';
import { arc, lift, slide, type Flight, type Stop } from './flights';
import type { Point } from './geometry';
import { watch, type Pace } from './pace';
import type { Scene } from './render';
import type { Beat, Colour, Signs } from './types';

/** The marbles on the rings at some moment of a turn. */
export type Rings = Map<string, Colour | null>;

/** A marble that a person has just dropped: it moves on from there instead of from its ring. */
export type DroppedMarble = { from: string | null; to: string; point: Point; scale: number };

/** What an animation needs besides the beats. */
export interface Stage {
  signs: Signs;
  /** 1 is normal; 2 takes half the time. */
  speed: number;
  /** Measures the animations and decides how simple they must be. */
  pace: Pace;
  spot: (name: string) => Element | null;
  sound: (kind: Beat['kind']) => void;
  show: (rings: Rings) => void;
}

/** Milliseconds. */
const TIME = { place: 340, settle: 110, jump: 360, take: 420, takeDelay: 150, slide: 420, lift: 420, stagger: 55 };

type Phase = { kind: Beat['kind']; motions: Motion[] };

/**
 * A beat has up to two phases: a group that is claimed because of a step leaves after that step. A ring without a way out is claimed.
 */
export function phases(beat: Beat): Phase[] {
  const claimed = new Set(
    beat.motions.flatMap((motion) => ('gone' in motion && motion.wayOut === undefined ? [motion.gone] : [])),
  );
  const belongs = (motion: Motion) =>
    'gone' in motion ? claimed.has(motion.gone) : 'ring' in motion.from && claimed.has(motion.from.ring);
  const first = beat.motions.filter((motion) => !belongs(motion));
  const second = beat.motions.filter(belongs);
  const list: Phase[] = [
    { kind: beat.kind, motions: first },
    { kind: 'claim', motions: second },
  ];
  return list.filter(({ motions }) => motions.length > 0);
}

/** Removes what leaves its ring when a phase begins. */
function depart(rings: Rings, motions: Motion[]): void {
  for (const motion of motions) {
    if ('gone' in motion) rings.delete(motion.gone);
    else if ('ring' in motion.from && rings.has(motion.from.ring)) rings.set(motion.from.ring, null);
  }
}

/** Adds what lands on a ring when a phase ends. */
function arrive(rings: Rings, motions: Motion[]): void {
  for (const motion of motions) {
    if ('marble' in motion && 'ring' in motion.to && rings.has(motion.to.ring))
      rings.set(motion.to.ring, motion.marble);
  }
}

/** One animation of a turn. It removes its elements when it ends. */
export class Performance {
  /** Resolves with whether it was played to the end. */
  readonly done: Promise<boolean>;
  private over = false;
  private readonly animations: Animation[] = [];
  private readonly pieces: Piece[] = [];
  private readonly timers: ReturnType<typeof setTimeout>[] = [];
  private finish!: (complete: boolean) => void;

  constructor(
    private readonly scene: Scene,
    private readonly air: Air,
    private readonly stage: Stage,
    beats: Beat[],
    rings: Rings,
    private dropped: DroppedMarble | null,
  ) {
    this.done = new Promise((resolve) => (this.finish = resolve));
    void this.perform(beats, rings);
  }

  end(complete = false): void {
    if (this.over) return;
    this.over = true;
    for (const animation of this.animations) animation.cancel();
    for (const piece of this.pieces) piece.remove();
    for (const timer of this.timers) clearTimeout(timer);
    this.finish(complete);
  }

  private async perform(beats: Beat[], rings: Rings): Promise<void> {
    for (const phase of beats.flatMap(phases)) {
      const flights = this.flights(phase);
      depart(rings, phase.motions);
      this.stage.show(rings);
      await this.fly(flights, phase.kind);
      if (this.over) return;
      arrive(rings, phase.motions);
      this.stage.show(rings);
      for (const { piece } of flights) piece.remove();
    }
    this.end(true);
  }

  private flights(phase: Phase): Flight[] {
    const { unit } = this.scene.fit();
    let lifted = 0;
    return phase.motions.map((motion) => {
      if ('gone' in motion) {
        const piece = this.keep(this.air.ring(unit));
        const from = this.at(motion.gone);
        if (motion.wayOut === undefined) {
          const frames = lift(piece, from, 0.45 * unit);
          return { piece, frames, duration: TIME.lift, delay: lifted * TIME.stagger };
        }
        const frames = slide(piece, from, this.scene.plan.direction(motion.wayOut), 1.9 * unit);
        return { piece, frames, duration: TIME.slide, delay: 0 };
      }
      return this.marbleFlight(motion, phase.kind, unit, phase.kind === 'claim' ? lifted++ : 0);
    });
  }

  private marbleFlight(
    motion: Extract<Motion, { marble: Colour }>,
    kind: Beat['kind'],
    unit: number,
    order: number,
  ): Flight {
    const piece = this.keep(this.air.marble(motion.marble, this.stage.signs, unit));
    const from = this.stop(motion.from, motion.marble, piece, motion.to);
    const to = this.stop(motion.to, motion.marble, piece, motion.from);
    if (this.wasDropped(motion)) {
      const start = { point: this.dropped!.point, scale: this.dropped!.scale, opacity: 1 };
      this.dropped = null;
      return { piece, frames: arc(piece, start, to, 0, 0), duration: TIME.settle, delay: 0 };
    }
    const hop = 'ring' in motion.from && 'ring' in motion.to;
    const taken = 'tray' in motion.to;
    const swell = this.stage.pace.step === 'plain' ? 0 : hop ? 0.3 : 0.12;
    const frames = arc(piece, from, to, (hop ? 0.34 : 0.5) * unit, swell);
    const delay = taken && kind === 'jump' ? TIME.takeDelay : order * TIME.stagger;
    return { piece, frames, duration: hop ? TIME.jump : taken ? TIME.take : TIME.place, delay };
  }

  private wasDropped(motion: Extract<Motion, { marble: Colour }>): boolean {
    if (!this.dropped || !('ring' in motion.to) || motion.to.ring !== this.dropped.to) return false;
    return ('ring' in motion.from ? motion.from.ring : null) === this.dropped.from;
  }

  /** The place where a marble starts or ends. If the page does not show it, the marble appears or fades at the ring at the other end. */
  private stop(spot: Spot, colour: Colour, piece: Piece, other: Spot): Stop {
    if ('ring' in spot) return { point: this.at(spot.ring), scale: 1, opacity: 1 };
    const element = this.stage.spot('pool' in spot ? `pool-${colour}` : `tray-${spot.tray}-${colour}`);
    const rect = element?.getBoundingClientRect();
    if (!rect || rect.width === 0) {
      const point = 'ring' in other ? this.at(other.ring) : { x: 0, y: 0 };
      return { point, scale: 1.35, opacity: 0 };
    }
    const point = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
    return { point, scale: piece.scaleTo(Math.min(rect.width, rect.height)), opacity: 1 };
  }

  private at(ring: string): Point {
    return this.scene.fit().toWindow(this.scene.plan.at(ring));
  }

  private async fly(flights: Flight[], kind: Beat['kind']): Promise<void> {
    const { speed, pace, sound } = this.stage;
    let flying = true;
    const times = watch(() => flying && !this.over);
    let longest = 0;
    const finished = flights.map(({ piece, frames, duration, delay }) => {
      longest = Math.max(longest, (duration + delay) / speed);
      const animation = piece.element.animate?.(frames, {
        duration: duration / speed,
        delay: delay / speed,
        fill: 'both',
      });
      if (!animation) return Promise.resolve();
      this.animations.push(animation);
      return animation.finished.catch(() => undefined);
    });
    // The sound of a ring plays when it starts to move, that of a marble when it lands.
    const lands = kind === 'place' || kind === 'jump' ? Math.max(0, (flights[0]!.duration - 40) / speed) : 0;
    void this.wait(lands).then(() => sound(kind));
    // Animations may never end on a hidden page, so a timer ends them.
    await Promise.race([Promise.all(finished), this.wait(longest + 150)]);
    flying = false;
    pace.moved(times);
  }

  private wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.timers.push(setTimeout(resolve, milliseconds)));
  }

  private keep(piece: Piece): Piece {
    this.pieces.push(piece);
    return piece;
  }
}
