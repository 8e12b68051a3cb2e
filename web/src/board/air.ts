/**
 * The layer for moving marbles and rings, above the page.
 *
 * Each piece is an element of its own in a layer over the whole window, so that the browser moves it without repainting.
 */
import { MARBLE, type Point } from './geometry';
import { marbleParts } from './ring';
import { h } from './svg';
import type { Colour, Signs } from './types';

/** Half the size of a piece's image, in ring distances, including its shadow. */
const HALF = 0.62;

export class Air {
  private layer: HTMLElement | null = null;
  /** Whether to leave out effects that are too slow for the device. */
  plain = false;

  constructor(
    private readonly id: string,
    private readonly host: Element,
  ) {}

  marble(colour: Colour, signs: Signs, unit: number): Piece {
    return this.add(marbleParts(this.id, colour, signs), unit);
  }

  ring(unit: number): Piece {
    return this.add([h('use', { href: `#${this.id}-ring` })], unit);
  }

  destroy(): void {
    this.layer?.remove();
    this.layer = null;
  }

  private add(parts: SVGElement[], unit: number): Piece {
    if (!this.layer?.isConnected) {
      this.layer = document.createElement('div');
      this.layer.className = 'zb-air';
      this.layer.setAttribute('aria-hidden', 'true');
      document.body.append(this.layer);
    }
    // The layer is outside the board but needs its colours.
    for (const set of ['board', 'marbles']) {
      const name = this.host.closest<HTMLElement>(`[data-${set}]`)?.dataset[set];
      if (name) this.layer.dataset[set] = name;
      else delete this.layer.dataset[set];
    }
    this.layer.classList.toggle('zb-plain', this.plain);
    const size = 2 * HALF * unit;
    const svg = h(
      'svg',
      { class: 'zb-piece', viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`, width: size, height: size },
      ...parts,
    );
    this.layer.append(svg);
    return new Piece(svg, unit);
  }
}

export class Piece {
  constructor(
    readonly element: SVGSVGElement,
    private readonly unit: number,
  ) {}

  /** A CSS transform that brings the middle of the piece to a point of the window. */
  transform({ x, y }: Point, scale = 1): string {
    const half = HALF * this.unit;
    return `translate(${(x - half).toFixed(2)}px, ${(y - half).toFixed(2)}px) scale(${scale.toFixed(3)})`;
  }

  moveTo(point: Point, scale = 1): void {
    this.element.style.transform = this.transform(point, scale);
  }

  /** The scale at which a marble has this width. */
  scaleTo(width: number): number {
    return Math.min(1.3, Math.max(0.25, width / (2 * MARBLE * this.unit)));
  }

  remove(): void {
    this.element.remove();
  }
}
