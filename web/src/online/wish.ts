/** The choices for the last game on the server, which are the defaults for the next. */
import { usualRules, type RulesData } from '../core/rules';
import type { RulesName } from '../parts/RulesChooser.svelte';
import { CLOCKS } from '../stores/clock';
import { load, save } from '../stores/storage';
import type { First, NewGame, TimeControl } from './api';
import { timeOf } from './words';

export interface OnlineWish {
  against: 'anybody' | 'friend' | 'engine' | 'bot';
  level: number;
  bot: string;
  first: First;
  preset: RulesName;
  rules: RulesData;
  time: TimeControl;
  rated: boolean;
}

const KEY = 'zertz.online-wish';

/** Settings of the first release call a random first player `lot`. */
type StoredWish = Omit<Partial<OnlineWish>, 'first'> & { first?: OnlineWish['first'] | 'lot' };

export function loadWish(): OnlineWish {
  const { first = 'random', ...stored } = load<StoredWish>(KEY) ?? {};
  return {
    against: 'anybody',
    level: 3,
    bot: '',
    first: first === 'lot' ? 'random' : first,
    preset: 'standard',
    rules: usualRules(),
    time: timeOf(CLOCKS.usual),
    rated: true,
    ...stored,
  };
}

export function saveWish(wish: OnlineWish): void {
  save(KEY, wish);
}

/** A game with a friend: casual and without a clock, or with the settings of the last game with a friend. */
export function friendGame(): NewGame {
  const last = loadWish();
  const chosen = last.against === 'friend';
  return {
    settings: chosen
      ? { rules: last.rules, time: last.time, rated: false }
      : { rules: usualRules(), time: { kind: 'none' }, rated: false },
    first: chosen ? last.first : 'random',
    opponent: { kind: 'friend' },
  };
}
