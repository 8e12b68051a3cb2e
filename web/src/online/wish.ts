/** What was chosen for the last game on the server: a good first guess for the next. */
import { rules as presetRules, type RulesData } from '../core/rules';
import type { Preset } from '../parts/RulesChooser.svelte';
import { CLOCKS } from '../stores/clock';
import { load, save } from '../stores/storage';
import type { Schemas } from './api';
import { timeOf } from './words';

export interface OnlineWish {
  against: 'anybody' | 'friend' | 'engine' | 'bot';
  level: number;
  bot: string;
  first: Schemas['First'];
  preset: Preset;
  rules: RulesData;
  time: Schemas['TimeControl'];
  rated: boolean;
}

const KEY = 'zertz.online-wish';

export function loadWish(): OnlineWish {
  return {
    against: 'anybody',
    level: 3,
    bot: '',
    first: 'lot',
    preset: 'standard',
    rules: presetRules('standard', '37'),
    time: timeOf(CLOCKS.usual),
    rated: true,
    ...load<Partial<OnlineWish>>(KEY),
  };
}

export function saveWish(wish: OnlineWish): void {
  save(KEY, wish);
}

/** A friend gets a game without a clock and without a rating, unless another was chosen before. */
export function friendGame(): Schemas['NewGame'] {
  const last = loadWish();
  const chosen = last.against === 'friend';
  return {
    settings: chosen
      ? { rules: last.rules, time: last.time, rated: false }
      : { rules: presetRules('standard', '37'), time: { kind: 'none' }, rated: false },
    first: chosen ? last.first : 'lot',
    opponent: { kind: 'friend' },
  };
}
