import { expect, test } from 'vitest';
import { joinQuestions, questionOfAgain, questionOfName, questionOfParty } from './questions.rules.ts';

const asked = (players: number, largest: number | null) =>
  questionOfParty({ players, play_time: '07:42', largest });

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
  expect(joinQuestions([])).toBeNull();
  expect(joinQuestions([party])).toBe(party);
  expect(joinQuestions([charge, party])).toEqual({
    question: 'Book anyway?',
    lines: [charge, party],
    verb: 'Book anyway',
  });
});

test('a typed name that is not saved is asked about', () => {
  const typed = { first_name: 'Bob', last_name: 'Roe', email: 'annie@x.example', postcode: '' };
  expect(questionOfName(typed, { first_name: 'Ann', last_name: 'Lee' })).toEqual({
    question: 'Book for Ann Lee?',
    detail: 'annie@x.example is the e-mail address of Ann Lee. The typed name, Bob Roe, is not saved.',
    verb: 'Book for Ann Lee',
    field: 'customer.email',
  });
  expect(questionOfName(typed, { first_name: 'bob', last_name: 'Roe' })).toBeNull();
  expect(questionOfName(typed, null)).toBeNull();
});

test('a customer who is booked for that minute already is asked about, whatever the case of the e-mail', () => {
  const robin = { id: 7, players: 1, first_name: 'Robin', last_name: 'Roe', email: 'robin@roe.example' };
  const again = (email: string) => questionOfAgain({ email, play_time: '07:42', booked: [robin] });
  expect(again(' Robin@roe.example')).toEqual({
    question: 'Book Robin Roe a second time?',
    detail: 'Robin Roe has 1 player here at 07:42 already: tee time 7.',
    verb: 'Book a second time',
    field: 'play_time',
  });
  expect(again('ann@roe.example')).toBeNull();
  expect(questionOfAgain({ email: '', play_time: '07:42', booked: [{ ...robin, email: '' }] })).toBeNull();
});
