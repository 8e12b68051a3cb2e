/** A marble outside the board, in the pool, a tray or a line of text. As wide as the font is high: its size goes by `font-size`. */
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

/** Makes an element look like a marble. It has no name: what it means is for the page to say. */
export function dress(element: HTMLElement, colour: Colour, signs: Signs): void {
  element.classList.add('zm');
  element.dataset['marble'] = colour;
  element.setAttribute('aria-hidden', 'true');
  const mark = sign(colour, signs);
  element.replaceChildren(...(mark ? [h('svg', { viewBox: '-1 -1 2 2' }, mark)] : []));
}
