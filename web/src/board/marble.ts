/** A marble outside the board: in the pool, a tray or text. Its width is the font size. */
import './board.css';
import './colours.css';
import './marble.css';
import { sign } from './art';
import { h } from './svg';
import type { Colour, Signs } from './types';

export function marble(colour: Colour, signs: Signs = 'none'): HTMLSpanElement {
  const element = document.createElement('span');
  dress(element, colour, signs);
  return element;
}

/** Styles an element as a marble. It is hidden from screen readers; the page describes it. */
export function dress(element: HTMLElement, colour: Colour, signs: Signs): void {
  element.classList.add('zm');
  element.dataset['marble'] = colour;
  element.setAttribute('aria-hidden', 'true');
  const mark = sign(colour, signs);
  element.replaceChildren(...(mark ? [h('svg', { viewBox: '-1 -1 2 2' }, mark)] : []));
}
