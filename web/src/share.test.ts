import { expect, test } from 'vitest';
import { rules, usualGame, type GameData } from './core/rules';
import { address, gameOf, namesOf, reviewAddress } from './share';

const again = (game: GameData, shown: number | null = null) =>
  gameOf(new URL(address(game, { shown }), 'http://x').searchParams);

test('a game survives an address', () => {
  const game: GameData = { rules: rules('standard', '48'), acts: ['Wd4,d1', 'Gd5,a1', 'xd5Wd3', 'resign 2'] };
  expect(again(game, 2)).toEqual({ game, shown: 2 });
});

test('a start position survives an address', () => {
  const game: GameData = { ...usualGame(), start: 'Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1' };
  expect(again(game)).toEqual({ game, shown: null });
});

test('an address is readable', () => {
  expect(address(usualGame(['Wd4,d1', 'Gd5,a1']))).toBe('/analyse?board=37&turns=Wd4,d1_Gd5,a1');
});

test('an address may have no game', () => {
  expect(gameOf(new URLSearchParams('review=1'))).toBeNull();
});

test('a review keeps the names of the players', () => {
  const game = usualGame(['Wd4,d1']);
  const query = new URLSearchParams(reviewAddress(game, ['Ann & Bob', 'Zoë']).split('?')[1]);
  expect(namesOf(query)).toEqual(['Ann & Bob', 'Zoë']);
  expect(query.has('review')).toBe(true);
  expect(gameOf(query)?.game.acts).toEqual(['Wd4,d1']);
  expect(namesOf(new URLSearchParams())).toEqual([]);
});
