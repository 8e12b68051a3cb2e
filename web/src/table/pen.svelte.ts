/** The pen with which a person draws marks on the board of a study: circles and arrows in several colours. */
import { stroke } from '../board/drawings';
import type { Drawing } from '../board/types';
import { constants, type MarkColour, type MarkData } from '../core/rules';
import { t } from '../i18n/index.svelte';
import { drawnText } from '../words';

/** What the marks belong to. */
export interface Paper {
  /** The marks of the position shown. */
  readonly marks: MarkData[];
  keepMarks(marks: MarkData[]): void;
  tell(text: string): void;
}

export class Pen {
  readonly #paper: Paper;
  /** Whether taps, keys and drags draw instead of playing a turn. */
  #on = $state(false);
  colour = $state<MarkColour>(constants().markColours[0]!);
  /** What a tap draws. A drag always draws an arrow. */
  #shape = $state<'circle' | 'arrow'>('circle');
  /** The ring that was tapped to begin an arrow. */
  #from = $state<string | null>(null);
  /** The marks before each change at this position. */
  #before = $state.raw<MarkData[][]>([]);

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  get on(): boolean {
    return this.#on;
  }

  set on(on: boolean) {
    this.#on = on;
    this.#from = null;
  }

  get shape(): 'circle' | 'arrow' {
    return this.#shape;
  }

  set shape(shape: 'circle' | 'arrow') {
    this.#shape = shape;
    this.#from = null;
  }

  get from(): string | null {
    return this.#from;
  }

  /** What to do now. */
  get task(): string {
    if (this.#from !== null) return t('pen.to', { ring: this.#from });
    return t(this.#shape === 'circle' ? 'pen.hint' : 'pen.begin');
  }

  get marks(): MarkData[] {
    return this.#paper.marks;
  }

  /** A ring was tapped, or chosen by key. */
  tap(ring: string): void {
    const brush = this.colour;
    if (this.#shape === 'circle') return this.draw(stroke(this.marks, { from: ring, brush }));
    const from = this.#from;
    this.#from = from === null ? ring : null;
    if (from !== null && from !== ring) this.draw(stroke(this.marks, { from, to: ring, brush }));
  }

  /** Puts down the arrow that was begun, or else the pen. Returns whether there was something to put down. */
  cancel(): boolean {
    if (!this.#on) return false;
    if (this.#from === null) this.on = false;
    else this.#from = null;
    return true;
  }

  /** Keeps these drawings, which differ from those before by one. */
  draw(drawings: Drawing[]): void {
    const marks = drawings.flatMap(({ from, to, brush }) =>
      brush === 'page' ? [] : [{ from, ...(to !== undefined && { to }), brush }],
    );
    const { marks: before } = this;
    const added = marks.filter((mark) => !before.some((old) => isSame(old, mark)));
    const gone = before.filter((mark) => !marks.some((one) => isSame(one, mark)));
    this.#before = [...this.#before, before];
    this.#from = null;
    this.#paper.keepMarks(marks);
    const said = added.length > 0 ? added : gone;
    this.#paper.tell(t(added.length > 0 ? 'pen.drawn' : 'pen.erased', { marks: drawnText(said) }));
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#paper.keepMarks(last);
    this.#paper.tell(last.length > 0 ? t('pen.now', { marks: drawnText(last) }) : t('pen.none'));
  }

  clear(): void {
    if (this.marks.length > 0) this.draw([]);
  }

  /** Another position is shown: there is nothing to undo there. */
  turnPage(): void {
    this.#before = [];
    this.#from = null;
  }
}

const isSame = (one: MarkData, other: MarkData) =>
  one.from === other.from && one.to === other.to && one.brush === other.brush;
