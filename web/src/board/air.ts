/**
 * What is in the air: marbles and rings above the page, between the board, the pool and the trays.
 *
 * They are elements of their own in a layer over the whole window, so the browser moves them without painting anything again.
 */
import { MARBLE, type Point } from './geometry';
import { marbleParts } from './ring';
import { h } from './svg';
import type { Colour, Signs } from './types';

/** Half the picture of a piece, in ring distances: room for its shadow. */
const HALF = 0.62;

export class Air {
  private layer: HTMLElement | null = null;
  /** Without what a slow device cannot afford. */
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
    // The layer is outside the board and must still wear its colours.
    const theme = this.host.closest('[data-theme]')?.getAttribute('data-theme');
    if (theme) this.layer.dataset['theme'] = theme;
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

/** Something in the air. */
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

  /** How much a marble has to shrink to be as wide as this. */
  scaleTo(width: number): number {
    return Math.min(1.3, Math.max(0.25, width / (2 * MARBLE * this.unit)));
  }

  remove(): void {
    this.element.remove();
  }
}
