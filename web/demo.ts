/** For development only: a game against oneself, a gallery of boards and marks, and a game that plays itself. */
import './src/themes.css';
import { BoardView } from './src/board/board';
import { marble } from './src/board/marble';
import type { Kind } from './src/board/marks';
import type { BoardState, MarkKind, Signs, Speed } from './src/board/types';
import { constants, loadRules, rules, shape, viewOf, type Colour, type GameData, type View } from './src/core/rules';
import { Sounds } from './src/core/sound';

const SAMPLE =
  'Wf2,e1 Bf4,c1 Wf3,a3 xf3Wf1 Ga1,g4 Ba4,e6 Wc4,b5 Wd7,c6 Gd6,b1 xd7Gd5Wb3 Ba2,d1 xa2Wc4 Bd2,c5 Be3,d7 Bc3,g2 xc4Bc2 xd2Bb2 xa1Bc3 Ge5,b4xBa4'.split(
    ' ',
  );
const THEMES = ['classic', 'light', 'dark', 'contrast'];
const ask = new URLSearchParams(location.search);
const sounds = new Sounds();
const silent = { tap: () => {}, draggable: () => false, drop: () => {}, draw: () => {} };

await loadRules();
document.documentElement.dataset['theme'] = ask.get('theme') ?? 'classic';
menu();
const main = document.querySelector('main')!;
if (ask.get('page') === 'gallery') gallery();
else if (ask.get('page') === 'marks') marks();
else game();
document.body.dataset['ready'] = 'yes';

function begin(board: string): GameData {
  return { rules: rules('standard', board), acts: [] };
}

function stateOf(game: GameData, view: View, more: Partial<BoardState> = {}): BoardState {
  return {
    shape: shape(game.rules.board),
    rings: view.rings,
    marks: [],
    last: view.last,
    turned: Number(ask.get('turned') ?? 0),
    mirrored: ask.has('mirrored'),
    coordinates: !ask.has('bare'),
    signs: (ask.get('signs') ?? 'none') as Signs,
    drawings: [],
    active: true,
    describe: (ring) => ring,
    ...more,
  };
}

function menu(): void {
  const nav = document.querySelector('nav')!;
  const choice = (name: string, values: string[]) => {
    const select = document.createElement('select');
    select.append(...values.map((value) => new Option(`${name}: ${value}`, value, false, value === ask.get(name))));
    select.onchange = () => {
      ask.set(name, select.value);
      location.search = ask.toString();
    };
    nav.append(select);
  };
  choice('theme', THEMES);
  choice('page', ['game', 'gallery', 'marks']);
  choice('board', constants().boards);
  choice('signs', ['none', 'letters', 'patterns']);
  choice('turned', ['0', '1', '2', '3', '4', '5']);
  choice('speed', ['normal', 'fast', 'off']);
}

function table(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'table zb-table';
  return element;
}

function gallery(): void {
  main.className = 'gallery';
  for (const board of constants().boards) {
    const host = table();
    main.append(host);
    const data = begin(board);
    data.acts = SAMPLE.slice(0, 3);
    new BoardView(host, stateOf(data, viewOf(data, [])), silent, { label: board });
  }
}

function marks(): void {
  main.className = 'gallery';
  const data = begin('37');
  const put: Record<string, Colour> = {
    c3: 'W',
    c4: 'G',
    c5: 'B',
    d3: 'W',
    d4: 'G',
    d5: 'B',
    e3: 'W',
    e4: 'G',
    e5: 'B',
  };
  const rings = viewOf(data, []).rings.map((view) => ({ ...view, marble: put[view.ring] ?? null }));
  const kinds: Kind[] = ['place', 'remove', 'jumper', 'landing', 'victim', 'group', 'selected', 'free', 'held'];
  for (const kind of kinds) {
    const figure = document.createElement('figure');
    const host = table();
    figure.append(kind, host);
    main.append(figure);
    const vacant = ['place', 'remove', 'landing', 'free', 'held'].includes(kind);
    const marked = rings.filter(({ marble }) => (marble === null) === vacant);
    const state = stateOf(data, viewOf(data, []), {
      rings,
      marks: marked.map(({ ring }) => ({ ring, kind })),
      coordinates: false,
    });
    state.drawings =
      kind === 'selected'
        ? [
            { from: 'a1', to: 'c3', brush: 'green' },
            { from: 'g1', to: 'd4', brush: 'red' },
            { from: 'a4', to: 'b5', brush: 'blue' },
            { from: 'g4', brush: 'yellow' },
          ]
        : [];
    new BoardView(host, state, silent, { label: kind });
  }
}

function game(): void {
  main.className = 'game';
  const host = table();
  const side = document.createElement('div');
  side.className = 'side';
  main.append(host, side);
  const data = begin(ask.get('board') ?? '37');
  let steps: string[] = [];
  let colour: Colour = 'W';
  let picked: string | null = null;
  let drawings: BoardState['drawings'] = [];

  const heaps = (view: View) => {
    const heap = (title: string, spot: string, counts: number[], pool: boolean) => {
      const box = document.createElement('div');
      box.append(title);
      constants().colours.forEach((one, index) => {
        const row = document.createElement('div');
        row.className = 'heap';
        const first = marble(one, (ask.get('signs') ?? 'none') as Signs);
        first.dataset['spot'] = `${spot}-${one}`;
        const count = document.createElement('small');
        count.textContent = `× ${counts[index]}`;
        row.append(
          first,
          ...Array.from({ length: Math.max(0, Math.min(5, counts[index]! - 1)) }, () => marble(one)),
          count,
        );
        if (pool) {
          row.onpointerdown = (event) => {
            colour = one;
            board.set(now());
            board.grab(one, event, (to) => to && act(to));
          };
        }
        box.append(row);
      });
      return box;
    };
    side.replaceChildren(
      heap('Pool', 'pool', view.pool, true),
      heap('First player', 'tray-1', view.players[0].captured, false),
      heap('Second player', 'tray-2', view.players[1].captured, false),
    );
  };

  const now = (): BoardState => {
    const view = viewOf(data, steps);
    const { choices } = view;
    const list: BoardState['marks'] = [];
    const add = (kind: MarkKind, names: string[]) => list.push(...names.map((ring) => ({ ring, kind })));
    add('place', choices.vacant);
    add('remove', choices.removable);
    add('group', choices.group);
    const jumps = choices.jumps.filter(({ from }) => picked === null || from === picked);
    add(
      'jumper',
      jumps.map(({ from }) => from).filter((ring) => ring !== picked),
    );
    if (picked) {
      add('selected', [picked]);
      add(
        'landing',
        jumps.map(({ to }) => to),
      );
      add(
        'victim',
        jumps.map(({ over }) => over),
      );
    }
    return stateOf(data, view, { marks: list, drawings, preview: choices.vacant.length ? colour : null });
  };

  const step = (text: string) => {
    steps.push(text);
    picked = null;
    const view = viewOf(data, steps);
    const { beats } = view;
    if (view.turn) {
      data.acts.push(view.turn);
      steps = [];
    }
    heaps(viewOf(data, steps));
    void board.play(beats, now());
  };

  const act = (ring: string) => {
    const { choices } = viewOf(data, steps);
    const jump = choices.jumps.find(({ from, to }) => from === picked && to === ring);
    if (choices.vacant.includes(ring)) step(`${choices.colours.includes(colour) ? colour : choices.colours[0]}${ring}`);
    else if (choices.removable.includes(ring)) step(`-${ring}`);
    else if (jump) step(`${jump.from}>${jump.to}`);
    else {
      picked = choices.jumps.some(({ from }) => from === ring) && picked !== ring ? ring : null;
      board.set(now());
    }
  };

  const board = new BoardView(
    host,
    now(),
    {
      tap: act,
      draggable: (ring) => viewOf(data, steps).choices.jumps.some(({ from }) => from === ring),
      lift: (ring) => {
        picked = ring;
        board.set(now());
      },
      drop: (_, to) => {
        if (to) act(to);
        else board.set(now());
      },
      draw: (list) => {
        drawings = list;
        board.set(now());
      },
    },
    { label: 'Board', speed: (ask.get('speed') ?? 'normal') as Speed, sound: (kind) => sounds.play(kind) },
  );
  heaps(viewOf(data, []));
  Object.assign(window, { board, data, sample: () => sample(SAMPLE), act });
  const play = document.createElement('button');
  play.textContent = 'Play the sample';
  play.onclick = () => void sample(SAMPLE);
  document.querySelector('nav')!.append(play);
  if (ask.has('acts')) {
    data.acts = SAMPLE.slice(0, Number(ask.get('acts')));
    steps = ask.get('steps')?.split(' ') ?? [];
    picked = ask.get('picked');
    board.set(now());
    heaps(viewOf(data, steps));
  }

  async function sample(turns: string[]): Promise<void> {
    data.acts = [];
    board.set(now());
    for (const turn of turns) {
      data.acts.push(turn);
      const view = viewOf(data, []);
      await board.play(view.beats, now());
      heaps(view);
    }
  }
}
