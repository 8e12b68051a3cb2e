/** A marble outside the board: in the pool, a tray or text. Its width is the font size. */
import './board.css';
import './colours.css';
import './marble.css';
import { sign } from './art';
import { h } from './svg';
import type { Colour, Signs } from './types';

/** Styles an element as a marble. It is hidden from screen readers; the page describes it. */
export function styleMarble(element: HTMLElement, colour: Colour, signs: Signs): void {
  element.classList.add('zm');
  element.dataset['marble'] = colour;
  const colours = { light: 'light', body: 'body', deep: 'deep', rim: 'rim', turn: 'turn', outline: 'line' };
  for (const [part, name] of Object.entries(colours))
    element.style.setProperty(`--${part}`, `var(--ball-${colour}-${name})`);
  element.setAttribute('aria-hidden', 'true');
  const mark = sign(colour, signs);
  element.replaceChildren(...(mark ? [h('svg', { viewBox: '-1 -1 2 2' }, mark)] : []));
}
