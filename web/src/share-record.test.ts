import { expect, test } from 'vitest';
import { recordOf, usualGame, type RecordData } from './core/rules';
import { recordAddress, recordAt } from './share-record';
import { Study } from './stores/study.svelte';
import { TableController } from './table/controller.svelte';

const names = ['Ann & Bob', 'Zoë'];
const parse = (address: string) => new URL(address, 'http://x');
const open = (address: string) => recordAt(parse(address).searchParams, parse(address).hash)!;

function studyOf(acts: string[]): Study {
  const study = new Study(recordOf(usualGame(acts), names));
  new TableController(study);
  return study;
}

test('a link to a game keeps the names and the position, and stays short', () => {
  const record = recordOf(usualGame(['Wd4,d1', 'Gd5,a1', 'xd5Wd3']), names);
  const link = recordAddress(record, 2);
  expect(link).toBe('/analyse?board=37&turns=Wd4,d1_Gd5,a1_xd5Wd3&player1=Ann+%26+Bob&player2=Zo%C3%AB&at=2');
  expect(open(link)).toEqual({ record, at: 1 });
  expect(recordAddress(recordOf(usualGame()), null)).toBe('/analyse?board=37');
});

test('a link to a study keeps its names, variations, comments and marks, and the position', () => {
  const study = studyOf(['Wd4,d1', 'Gd5,a1', 'xd5Wd3']);
  study.comment('the start # & {all}');
  study.goTo(0);
  study.keepMarks([
    { from: 'd4', brush: 'blue' },
    { from: 'd4', to: 'd6', brush: 'orange' },
  ]);
  study.play('Bd6,a1');
  study.comment('Лучше');
  study.play('We5,d7');
  study.goTo(-1);
  study.play('Ba1,d7');
  // Added last, but before the variations in the text.
  study.goTo(2);
  study.play('Bb2,a4');
  for (let at = -1; at < study.turns.length; at++) {
    const again = open(recordAddress(study.record, null, at));
    const other = Study.from({ record: again.record, at: again.at });
    study.at = at;
    const path = (one: Study) => one.path(one.at).map((index) => one.turns[index]!.turn);
    expect(path(other)).toEqual(path(study));
    expect([other.commentHere, other.marks]).toEqual([study.commentHere.replace('}', ')'), study.marks]);
    expect(other.names).toEqual(names);
    expect(other.turns).toHaveLength(7);
  }
});

test('a link to a study says that a player lost on time', () => {
  const game = usualGame(['Wd4,d1', 'time 2']);
  const record: RecordData = { ...recordOf(game, names), comment: 'a pity' };
  expect(open(recordAddress(record, null)).record.game).toEqual(game);
});

test('a record that does not fit the game of its link stands for itself', () => {
  const link = recordAddress({ ...recordOf(usualGame(['Wd4,d1'])), comment: 'a' }, null).replace(
    'turns=Wd4',
    'turns=Bd4',
  );
  expect(open(link).record.game.acts).toEqual(['Wd4,d1']);
  expect(() => open('/analyse?board=37#record=nonsense')).toThrow();
  expect(open('/analyse?board=37#record=1.+Wd4,d1&turn=7').at).toBe(-1);
});
