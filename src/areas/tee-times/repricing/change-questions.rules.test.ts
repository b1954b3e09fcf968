import { expect, test } from 'vitest';
import { changeQuestions } from './change-questions.rules.ts';

const booked = {
  players: 4,
  play_date: '2030-06-01',
  play_time: '07:42',
  course: { id: 1, course_name: 'Aviara' },
  raw_charge: 41_200,
  raw_rental_amount: 0,
  raw_discount_amount: 0,
  raw_gift_certificate_amount: 0,
  raw_total: 41_200,
  raw_cost: 24_000,
};
type Change = { to?: Partial<typeof booked>; largest_party?: number | null; large?: string | null };
const quoteOf = ({ to = {}, largest_party = null, large = null }: Change) => ({
  before: booked,
  after: { ...booked, ...to },
  raw_difference: 60_000,
  large,
  largest_party,
});
const asked = (change: Change) =>
  changeQuestions(quoteOf(change), { charges: true, hasCard: false }).map(({ question }) => question);

test('a party above what the open times of the new minute take is asked about, or above eight', () => {
  expect(asked({ to: { players: 5 }, largest_party: 4 })).toEqual(['Change to 5 players?']);
  expect(asked({ to: { players: 99 } })).toEqual(['Change to 99 players?']);
  expect(asked({ to: { players: 8 } })).toEqual([]);
  expect(asked({ to: { play_time: '08:00' }, largest_party: 2 })).toEqual(['Change to 4 players?']);
  expect(asked({ to: { play_date: '2030-06-02' }, largest_party: 2 })).toEqual(['Change to 4 players?']);
});

test('a party that was booked for this minute is not asked about again, nor a part of it', () => {
  expect(asked({ to: { players: 4 }, largest_party: 1 })).toEqual([]);
  expect(asked({ to: { players: 3 }, largest_party: 1 })).toEqual([]);
});

test('the night, the party and the amount are asked about in this order', () => {
  const change = { to: { players: 9, play_time: '02:30' }, large: 'Charges are asked about.' };
  expect(asked(change)).toEqual([
    'Change to 02:30 at night?',
    'Change to 9 players?',
    'Put $600.00 on account?',
  ]);
  const byCard = changeQuestions(quoteOf(change), { charges: true, hasCard: true });
  expect(byCard.at(-1)).toMatchObject({ verb: 'Charge $600.00', detail: 'Charges are asked about.' });
  expect(changeQuestions(quoteOf(change), { charges: false, hasCard: true })).toHaveLength(2);
});
