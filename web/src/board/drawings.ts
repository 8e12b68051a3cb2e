/** Arrows and circles drawn by a person. */
import { h, styled } from './svg';
import type { Point } from './geometry';
import type { Brush, Drawing } from './types';

/** The brush for the modifier keys held; `usual` without any. */
export function brushOf(
  event: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean },
  usual: Brush = 'blue',
): Brush {
  if (event.shiftKey || event.ctrlKey) return 'yellow';
  return event.altKey || event.metaKey ? 'orange' : usual;
}

/** Adds a stroke. The same stroke again removes it; with another brush it is replaced. */
export function stroke(drawings: readonly Drawing[], added: Drawing): Drawing[] {
  const same = (drawing: Drawing) => drawing.from === added.from && drawing.to === added.to;
  const rest = drawings.filter((drawing) => !same(drawing));
  const erased = drawings.some((drawing) => same(drawing) && drawing.brush === added.brush);
  return erased ? rest : [...rest, added];
}

/** Paints a stroke. `id` is the prefix of the board's definitions. */
export function paint(drawing: Drawing, at: (ring: string) => Point, id: string): SVGGElement {
  const from = at(drawing.from);
  const group = styled(h('g', { class: `zb-drawing zb-${drawing.brush}` }), '--brush', `brush-${drawing.brush}`);
  if (drawing.to === undefined || drawing.to === drawing.from) {
    const { content } = drawing;
    const place = h('g', { transform: `translate(${from.x} ${from.y})` });
    if (content === 'cross') place.append(cross('casing'), cross('line'));
    else if (content) place.append(h('use', { href: `#${id}-${content}`, transform: 'scale(.85)' }));
    const broken = content === 'cross' ? ' broken' : '';
    place.append(h('circle', { r: 0.44, class: 'casing' }), h('circle', { r: 0.44, class: `line${broken}` }));
    group.append(place);
    return group;
  }
  const to = at(drawing.to);
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  // The arrow is drawn along the x axis and then rotated. Its tip ends just before the centre of the ring.
  const tip = length - 0.1;
  const shaft = `M.16 0H${(tip - 0.24).toFixed(3)}`;
  group.append(
    h(
      'g',
      { transform: `translate(${from.x} ${from.y}) rotate(${angle.toFixed(2)})` },
      h('path', { class: 'casing', d: shaft }),
      h('path', { class: 'head', d: `M${tip.toFixed(3)} 0l-.3.2v-.4Z` }),
      h('path', { class: 'line', d: shaft }),
    ),
  );
  return group;
}

const cross = (name: string) => h('path', { class: name, d: 'M-.2-.2L.2.2M.2-.2L-.2.2' });
