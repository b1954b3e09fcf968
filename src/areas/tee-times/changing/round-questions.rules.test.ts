import { expect, test } from 'vitest';
import { joinQuestions, largePartyQuestion } from './round-questions.rules.ts';

const asked = (players: number, largest: number | null) =>
  largePartyQuestion('Book for', { players, play_time: '07:42', largest });

test.each([
  [4, 4],
  [1, 1],
  [8, null],
])('a party of %d is not asked about where %s is the most', (players, largest) => {
  expect(asked(players, largest)).toBeNull();
});

test('a party above what the open times of its minute take is asked about', () => {
  expect(asked(5, 4)).toEqual({
    question: 'Book for 5 players?',
    detail: 'The open times at 07:42 take 4 players at most.',
    verb: 'Book for 5 players',
    field: 'players',
  });
  expect(asked(2, 1)?.detail).toBe('The open times at 07:42 take 1 player at most.');
});

test('so is one above eight where no open time is known', () => {
  expect(asked(9, null)?.detail).toBe('That is more than any tee time takes: 8 players at most.');
  expect(asked(99, null)?.question).toBe('Book for 99 players?');
});

test('one question keeps its own words, several are the lines of one', () => {
  const [party, charge] = [asked(9, null)!, { question: 'Charge $9.00?', verb: 'Charge $9.00' }];
  expect(joinQuestions('Book', [])).toBeNull();
  expect(joinQuestions('Book', [party])).toBe(party);
  expect(joinQuestions('Book', [charge, party])).toEqual({
    question: 'Book anyway?',
    lines: [charge, party],
    verb: 'Book anyway',
  });
});
