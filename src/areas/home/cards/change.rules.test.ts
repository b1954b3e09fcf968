import { expect, test } from 'vitest';
import { formatMoney } from '../../../contract/money.ts';
import { comparePeriods, periodName, previousPeriodName } from './change.rules.ts';

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
  expect([periodName(period, TODAY), previousPeriodName(period, TODAY)]).toEqual([name, previous]);
});

const rounds = { say: String, less: 'fewer' as const, today: TODAY };
test.each([
  ['a day so far', { period: day(), now: 2, before: 4 }, null, 'so far, yesterday 4'],
  ['a day so far with as many', { period: day(), now: 4, before: 4 }, null, 'so far, yesterday 4'],
  ['a day that has more already', { period: day(), now: 5, before: 4 }, 'up', '1 more than yesterday (4)'],
  ['a day without any so far', { period: day(), now: 0, before: 0 }, null, 'so far, yesterday 0'],
  ['from nothing', { period: day(), now: 5, before: 0 }, 'up', 'new, yesterday had none'],
  [
    'a day that is over and fell',
    { period: day('2026-11-20'), now: 2, before: 4 },
    'down',
    '2 fewer than Nov 19 (4)',
  ],
  [
    'a day that is over and did not move',
    { period: day('2026-11-20'), now: 4, before: 4 },
    null,
    'the same as Nov 19 (4)',
  ],
  ['a month so far', { period: month(), now: 1, before: 2 }, null, '22 of 30 days, October had 2'],
  [
    'a month that has more already',
    { period: month(), now: 17, before: 2 },
    'up',
    '15 more than October (2)',
  ],
  [
    'a month that is over and fell',
    { period: month('2026-10-15'), now: 1, before: 2 },
    'down',
    '1 fewer than September (2)',
  ],
])('%s', (_, compared, tone, text) => {
  expect(comparePeriods({ ...compared, ...rounds })).toEqual({ tone, text });
});

test('money is less, not fewer', () => {
  const money = { say: formatMoney, less: 'less' as const, today: '2026-12-03' };
  expect(comparePeriods({ period: day(), now: 38_000, before: 120_000, ...money })).toEqual({
    tone: 'down',
    text: '$820.00 less than Nov 21 ($1,200.00)',
  });
});
