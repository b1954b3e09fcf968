import { expect, test } from 'vitest';
import { formatMoney } from '../../../contract/money.ts';
import { changeOf, nameOf, nameOfPrevious, parsePastDay } from './change.rules.ts';

const TODAY = '2026-11-22';
const day = (date = TODAY) => ({ isMonthly: false, date });
const month = (date = TODAY) => ({ isMonthly: true, date });

test.each([
  [day(), 'today', 'yesterday'],
  [day('2026-11-21'), 'Nov 21', 'Nov 20'],
  [day('2026-01-01'), 'Jan 1', 'Dec 31 2025'],
  [month(), 'November', 'October'],
  [month('2026-01-31'), 'January', 'December 2025'],
  [month('2025-03-31'), 'March 2025', 'February 2025'],
])('%j is %s, and before it %s', (period, name, previous) => {
  expect([nameOf(period, TODAY), nameOfPrevious(period, TODAY)]).toEqual([name, previous]);
});

const rounds = { say: String, less: 'fewer' as const, today: TODAY };
test.each([
  ['a day so far', day(), 2, 4, null, 'so far, yesterday 4'],
  ['a day so far with as many', day(), 4, 4, null, 'so far, yesterday 4'],
  ['a day that has more already', day(), 5, 4, 'up', '1 more than yesterday (4)'],
  ['a day without any so far', day(), 0, 0, null, 'so far, yesterday 0'],
  ['from nothing', day(), 5, 0, 'up', 'new, yesterday had none'],
  ['a day that is over and fell', day('2026-11-20'), 2, 4, 'down', '2 fewer than Nov 19 (4)'],
  ['a day that is over and did not move', day('2026-11-20'), 4, 4, null, 'the same as Nov 19 (4)'],
  ['a month so far', month(), 1, 2, null, '22 of 30 days, October had 2'],
  ['a month that has more already', month(), 17, 2, 'up', '15 more than October (2)'],
  ['a month that is over and fell', month('2026-10-15'), 1, 2, 'down', '1 fewer than September (2)'],
])('%s', (_, period, now, before, tone, text) => {
  expect(changeOf({ period, now, before, ...rounds })).toEqual({ tone, text });
});

test('money is less, not fewer', () => {
  const money = { say: formatMoney, less: 'less' as const, today: '2026-12-03' };
  expect(changeOf({ period: day(), now: 38_000, before: 120_000, ...money })).toEqual({
    tone: 'down',
    text: '$820.00 less than Nov 21 ($1,200.00)',
  });
});

test.each([
  ['today', '2026-11-22'],
  ['yesterday', '2026-11-21'],
  ['fri', '2026-11-20'],
  // November 22 2026 is a Sunday.
  ['sun', '2026-11-22'],
  ['mon', '2026-11-16'],
  ['nov 20', '2026-11-20'],
  ['11/23', '2025-11-23'],
  ['dec 5', '2025-12-05'],
  ['2026-01-05', '2026-01-05'],
  ['2027-01-05', '2027-01-05'],
  ['tomorrow', '2026-11-23'],
  ['+2', '2026-11-24'],
  ['soon', null],
])('%s is %s', (typed, read) => expect(parsePastDay(typed, TODAY)).toBe(read));
