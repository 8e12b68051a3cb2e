import { expect, test } from 'vitest';
import { filterOf, queryOf, type Filter } from './filter';

const ANY: Filter = { player: '', board: '', result: '', opening: '', rated: '' };
const again = (filter: Filter) => filterOf(new URLSearchParams(queryOf(filter)));

test('a filter survives an address', () => {
  const filter: Filter = { player: 'Иван', board: '48', result: 'both-lose', opening: 'Wd4,d1', rated: 'false' };
  expect(again(filter)).toEqual(filter);
  expect(again(ANY)).toEqual(ANY);
});

test('an address has only the given values, and is readable', () => {
  expect(queryOf(ANY)).toBe('');
  expect(queryOf({ ...ANY, player: ' Ann ', opening: 'Wd4,d1' })).toBe('?player=Ann&opening=Wd4,d1');
  expect(queryOf({ ...ANY, board: '37' }, { before: 12, format: 'sgf' })).toBe('?board=37&before=12&format=sgf');
});

test('invalid values are ignored', () => {
  expect(filterOf(new URLSearchParams('board=12&result=me&rated=perhaps&before=1&x=y'))).toEqual(ANY);
  expect(filterOf(new URLSearchParams(`player=${'a'.repeat(500)}`)).player).toHaveLength(40);
});

test('an opening may be typed in upper or lower case', () => {
  expect(filterOf(new URLSearchParams('opening=wD4')).opening).toBe('Wd4');
  expect(queryOf({ ...ANY, opening: 'wd4' })).toBe('?opening=Wd4');
});
