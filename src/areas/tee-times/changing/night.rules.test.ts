import { expect, test } from 'vitest';
import { moveToNightQuestion, nightQuestion } from './night.rules.ts';

test.each([
  ['01:30', 'The afternoon is 13:30.'],
  ['04:59', 'The afternoon is 16:59.'],
  ['20:00', undefined],
])('a round at %s is asked about', (play_time, detail) => {
  const asked = nightQuestion('Book for', play_time);
  expect(asked).toMatchObject({ question: `Book for ${play_time} at night?`, field: 'play_time' });
  expect(asked?.detail).toBe(detail);
});

test.each(['05:00', '07:42', '19:59'])('a round at %s is not', (play_time) => {
  expect(nightQuestion('Book for', play_time)).toBeNull();
});

test.each(['', 'noon', '2:30'])('%j is no time to ask about', (play_time) => {
  expect(nightQuestion('Book for', play_time)).toBeNull();
});

test('a booked round is asked about only if its time changes to one at night', () => {
  expect(moveToNightQuestion('02:30', '14:30')).toEqual({
    question: 'Change to 02:30 at night?',
    detail: 'The afternoon is 14:30.',
    verb: 'Change to 02:30',
    field: 'play_time',
  });
  expect(moveToNightQuestion('02:30', '02:30')).toBeNull();
  expect(moveToNightQuestion('15:00', '14:30')).toBeNull();
});
