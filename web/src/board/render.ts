/** Renders a state as one `<svg>`. Input and animation are handled elsewhere. */
import { definitions } from './art';
import { paint } from './drawings';
import { Fit, Plan, type Point } from './geometry';
import { ghost, type Kind } from './marks';
import { RingNode } from './ring';
import { h } from './svg';
import type { BoardState, Drawing } from './types';

let boards = 0;

export class Scene {
  readonly id = `zb${++boards}`;
  readonly svg: SVGSVGElement;
  plan!: Plan;
  /** The rings on the board, in the order of their names. */
  readonly rings = new Map<string, RingNode>();
  /** The ring that is the tab stop. */
  current = '';

  private readonly ghosts = h('g', { 'aria-hidden': 'true' });
  private readonly names = h('g', { class: 'zb-names', 'aria-hidden': 'true' });
  private readonly field = h('g');
  private readonly aimed = h(
    'g',
    { class: 'zb-aim', 'aria-hidden': 'true' },
    h('circle', { r: 0.5 }),
    h('circle', { r: 0.78 }),
  );
  private readonly focus = h(
    'g',
    { class: 'zb-focus', 'aria-hidden': 'true' },
    h('circle', { r: 0.5 }),
    h('circle', { r: 0.5 }),
  );
  private readonly lines = h('g', { class: 'zb-lines', 'aria-hidden': 'true' });
  private planned = '';
  private drawn = '';
  private edged = '';
  private lifted: string | null = null;

  constructor(host: Element, label: string) {
    // Arrow keys move in six directions, so a screen reader must pass them on. Some browsers make an <svg> with listeners a tab stop;
    // only its rings should be one.
    this.svg = h(
      'svg',
      { class: 'zb', role: 'application', 'aria-label': label, tabindex: -1 },
      definitions(this.id),
      this.ghosts,
      this.names,
      this.field,
      this.lines,
      this.aimed,
      this.focus,
    );
    this.aim(null);
    host.append(this.svg);
  }

  show(state: BoardState, draggable: (ring: string) => boolean): void {
    this.layOut(state);
    const rings = new Map(state.rings.map((view) => [view.ring, view]));
    const focused = this.svg.contains(document.activeElement);
    const marks = marksByRing(state);
    const touched = new Set(state.last.marbles);

    let before: RingNode | undefined;
    for (const [ring, place] of this.plan.places) {
      const view = rings.get(ring);
      let node = this.rings.get(ring);
      if (!view) {
        node?.element.remove();
        this.rings.delete(ring);
        continue;
      }
      if (!node) {
        node = new RingNode(ring, this.id);
        this.rings.set(ring, node);
        if (before) before.element.after(node.element);
        else this.field.prepend(node.element);
      }
      before = node;
      const { marble, wayOut } = view;
      const kinds = marks.get(ring) ?? [];
      node.show({
        place,
        marble,
        signs: state.signs,
        marks: kinds,
        last: touched.has(ring),
        out: wayOut === undefined ? null : this.plan.direction(wayOut),
        preview: state.preview ?? null,
        draggable: state.active && marble !== null && draggable(ring),
        active: state.active,
        words: state.describe(ring),
      });
    }
    this.showEdge(rings, state.last.gone);
    this.draw([...(state.lines ?? []), ...state.drawings]);
    this.keepTabStop(focused);
  }

  /** Draws lines, including one that is being drawn. */
  draw(drawings: readonly Drawing[]): void {
    const key = JSON.stringify(drawings) + this.planned;
    if (key === this.drawn) return;
    this.drawn = key;
    const known = drawings.filter(
      ({ from, to }) => this.plan.places.has(from) && (to === undefined || this.plan.places.has(to)),
    );
    this.lines.replaceChildren(...known.map((drawing) => paint(drawing, (ring) => this.plan.at(ring), this.id)));
  }

  fit(): Fit {
    return new Fit(this.plan.box, this.svg.getBoundingClientRect());
  }

  ringAt(x: number, y: number): string | null {
    return this.plan.nearest(this.fit().toBoard(x, y), this.rings.keys());
  }

  /** Hides the marble of a ring while it is dragged. */
  lift(ring: string | null): void {
    if (this.lifted !== null) this.rings.get(this.lifted)?.toggle('zb-lifted', false);
    this.lifted = ring;
    if (ring !== null) this.rings.get(ring)?.toggle('zb-lifted', true);
  }

  /** Marks the ring that a dragged marble would land on; `wide` makes the mark visible around a finger. */
  aim(ring: string | null, wide = false): void {
    this.aimed.classList.toggle('zb-wide', wide);
    if (ring === null) this.aimed.setAttribute('display', 'none');
    else {
      this.aimed.removeAttribute('display');
      moveTo(this.aimed, this.plan.at(ring));
    }
  }

  /** Makes a ring the tab stop, and focuses it if asked. */
  walkTo(ring: string, focus: boolean): void {
    this.rings.get(this.current)?.tabStop(false);
    this.current = ring;
    this.rings.get(ring)?.tabStop(true);
    moveTo(this.focus, this.plan.at(ring));
    if (focus) this.rings.get(ring)?.element.focus({ preventScroll: true });
  }

  private layOut(state: BoardState): void {
    const shape = state.shape.rings.map(({ ring }) => ring).join();
    const planned = [shape, state.turned, state.mirrored, state.coordinates].join('|');
    if (planned === this.planned) return;
    this.planned = planned;
    this.edged = '';
    this.plan = new Plan(state.shape, state.turned, state.mirrored, state.coordinates);
    const { x, y, width, height } = this.plan.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    for (const [ring, node] of this.rings) {
      if (this.plan.places.has(ring)) continue;
      node.element.remove();
      this.rings.delete(ring);
    }
  }

  /** Shows where rings were, and the names along the remaining edge. */
  private showEdge(rings: ReadonlyMap<string, unknown>, last: string[]): void {
    const gone = [...this.plan.places.keys()].filter((ring) => !rings.has(ring));
    const key = `${gone}|${last}`;
    if (key === this.edged) return;
    this.edged = key;
    this.names.replaceChildren(...this.plan.names(rings).map(({ ring, x, y }) => h('text', { x, y }, ring)));
    this.ghosts.replaceChildren(...gone.map((ring) => ghost(this.plan.at(ring), last.includes(ring))));
  }

  /** Moves the tab stop to the nearest ring when its ring leaves the board. */
  private keepTabStop(focused: boolean): void {
    const gone = !this.rings.has(this.current);
    const next = gone ? this.plan.nearest(this.plan.at(this.current), this.rings.keys(), Infinity) : this.current;
    if (next !== null) this.walkTo(next, gone && focused);
  }
}

function marksByRing(state: BoardState): Map<string, Kind[]> {
  const marks = new Map<string, Kind[]>();
  for (const { ring, kind } of state.marks) {
    const kinds = marks.get(ring);
    if (!kinds) marks.set(ring, [kind]);
    else if (!kinds.includes(kind)) kinds.push(kind);
  }
  return marks;
}

function moveTo(element: SVGElement, { x, y }: Point): void {
  element.setAttribute('transform', `translate(${x} ${y})`);
}
