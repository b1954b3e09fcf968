import { expect, test } from 'vitest';
import { secondBookingQuestion, otherNameQuestion } from './questions.rules.ts';

test('a typed name that is not saved is asked about', () => {
  const typed = { first_name: 'Bob', last_name: 'Roe', email: 'annie@x.example', postcode: '' };
  expect(otherNameQuestion(typed, { first_name: 'Ann', last_name: 'Lee' })).toEqual({
    question: 'Book for Ann Lee?',
    detail: 'annie@x.example is the e-mail address of Ann Lee. The typed name, Bob Roe, is not saved.',
    verb: 'Book for Ann Lee',
    field: 'customer.email',
  });
  expect(otherNameQuestion(typed, { first_name: 'bob', last_name: 'Roe' })).toBeNull();
  expect(otherNameQuestion(typed, null)).toBeNull();
});

test('a customer who is booked for that minute already is asked about, whatever the case of the e-mail', () => {
  const robin = { id: 7, players: 1, first_name: 'Robin', last_name: 'Roe', email: 'robin@roe.example' };
  const again = (email: string) => secondBookingQuestion({ email, play_time: '07:42', booked: [robin] });
  expect(again(' Robin@roe.example')).toEqual({
    question: 'Book Robin Roe a second time?',
    detail: 'Robin Roe has 1 player here at 07:42 already: tee time 7.',
    verb: 'Book a second time',
    field: 'play_time',
  });
  expect(again('ann@roe.example')).toBeNull();
  expect(
    secondBookingQuestion({ email: '', play_time: '07:42', booked: [{ ...robin, email: '' }] }),
  ).toBeNull();
});
