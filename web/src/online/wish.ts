/** The choices for the last game on the server, which are the defaults for the next. */
import { constants, usualRules } from '../core/rules';
import type { RulesName } from '../parts/RulesChooser.svelte';
import { load, save } from '../stores/storage';
import type { First, NewGame } from './api';

const KEY = 'zertz.online-wish';

const usual = () => ({
  against: 'anybody' as 'anybody' | 'friend' | 'engine' | 'bot',
  level: 3,
  bot: '',
  first: 'random' as First,
  preset: 'standard' as RulesName,
  rules: usualRules(),
  time: constants().times.usual,
  rated: true,
});

type OnlineWish = ReturnType<typeof usual>;

export function loadWish(): OnlineWish {
  const wish = { ...usual(), ...load<Partial<OnlineWish>>(KEY) };
  // The first release called it `lot`.
  if (!['me', 'opponent'].includes(wish.first)) wish.first = 'random';
  return wish;
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
