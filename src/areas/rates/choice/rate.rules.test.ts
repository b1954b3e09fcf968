import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedTable, type WorkedTableRow } from '../../../../test/support/worked-table.ts';
import { addDays, dayOfWeek, daysBetween } from '../../../contract/dates.ts';
import { parseMoney } from '../../../contract/money.ts';
import {
  chooseRate,
  courseCostCents,
  suggestedChargeCents,
  type RateCandidate,
  type RateRange,
} from './rate.rules.ts';

const cents = (cell: string): number => parseMoney(cell) ?? Number.NaN;

const rangeOf = ({ cell }: WorkedTableRow): RateRange => {
  const [time_start = '', time_end = ''] = cell('time').split('-');
  return {
    id: Number(cell('range')),
    golf_rate_id: Number(cell('rate')),
    start: cell('from'),
    end: cell('to'),
    time_start,
    time_end,
    rate_days: cell('days').split(' '),
  };
};

const rateOf = (row: WorkedTableRow): RateCandidate => ({
  id: Number(row.cell('rate')),
  type: row.cell('type') === 'API' ? 'ApiGolfRate' : 'RicGolfRate',
  raw_rate: cents(row.cell('price')),
  max_advance_days: Number(row.cell('advance')),
  is_dynamic_greater: row.cell('flags') === 'lower',
  disabled: row.cell('flags') === 'disabled',
  archived: row.cell('flags') === 'archived',
  rate_date_ranges: [],
});

const rows = workedTable('rate', 'The rates of the example');
const rates: RateCandidate[] = [...new Map(rows.map((row) => [row.cell('rate'), rateOf(row)])).values()].map(
  (rate) => ({
    ...rate,
    rate_date_ranges: rows.map(rangeOf).filter((range) => range.golf_rate_id === rate.id),
  }),
);

describe('which rate holds', () => {
  test.each(workedTable('rate', 'Which one holds'))('$title', ({ cell }) => {
    const chosen = chooseRate(rates, {
      today: cell('booked on'),
      play_date: cell('play date'),
      play_time: cell('time'),
      isHoliday: cell('kind').includes('holiday'),
      isMaintenance: cell('kind').includes('maintenance'),
    });
    expect({ range: chosen ? String(chosen.range.id) : 'none', why: chosen?.why ?? '' }).toEqual({
      range: cell('range'),
      why: cell('line'),
    });
    if (chosen) expect(chosen.rate.id).toBe(chosen.range.golf_rate_id);
  });

  const all: RateRange = {
    id: 1,
    golf_rate_id: 1,
    start: '2026-01-01',
    end: '2026-12-31',
    time_start: '',
    time_end: '',
    rate_days: ['Wed'],
  };
  const rate = (change: Partial<RateRange>): RateCandidate => ({
    id: 1,
    type: 'RicGolfRate',
    raw_rate: 100_00,
    max_advance_days: 0,
    is_dynamic_greater: false,
    disabled: false,
    archived: false,
    rate_date_ranges: [{ ...all, ...change }],
  });
  const wednesday = {
    today: '2026-03-01',
    play_date: '2026-03-04',
    play_time: '12:00',
    isHoliday: false,
    isMaintenance: false,
  };

  test.each([
    [
      'dates with years where the range is longer than one',
      { start: '2026-01-01', end: '2027-12-31' },
      'Range Jan 1 2026 to Dec 31 2027, Wed.',
    ],
    [
      'dates with years where month and day are the same',
      { start: '2026-01-01', end: '2027-01-01' },
      'Range Jan 1 2026 to Jan 1 2027, Wed.',
    ],
    [
      'dates over a new year without years',
      { start: '2025-11-01', end: '2026-03-31' },
      'Range Nov 1 to Mar 31, Wed.',
    ],
    [
      'a run of days',
      { rate_days: ['Thu', 'Wed', 'Tue', 'Mon'], time_end: '12:30' },
      'Range Jan 1 to Dec 31, Mon to Thu before 12:30.',
    ],
    [
      'a run of days from the middle of the week on',
      { rate_days: ['Fri', 'Thu', 'Wed'] },
      'Range Jan 1 to Dec 31, Wed to Fri.',
    ],
    ['days apart', { rate_days: ['Mon', 'Wed', 'Fri'] }, 'Range Jan 1 to Dec 31, Mon, Wed, Fri.'],
    [
      'days, maintenance and holidays',
      { rate_days: ['H', 'M', 'Wed'] },
      'Range Jan 1 to Dec 31, Wed, maintenance, holidays.',
    ],
    ['times without their pair as null', { time_start: null, time_end: null }, 'Range Jan 1 to Dec 31, Wed.'],
    [
      'a clock with seconds',
      { time_start: '12:00:00', time_end: '12:01:00' },
      'Range Jan 1 to Dec 31, Wed 12:00 to 12:01.',
    ],
  ])('says %s', (_, change, sentence) =>
    expect(chooseRate([rate(change)], wednesday)?.why).toBe(`${sentence} Not a holiday, no maintenance.`),
  );

  test.each([
    ['at the end of a clock with seconds', { time_end: '12:00:00' }],
    ['with no days at all', { rate_days: [] }],
    ['on another weekday', { rate_days: ['Tue', 'Thu', 'H', 'M'] }],
    ['after its last day', { end: '2026-03-03' }],
    ['before its first day', { start: '2026-03-05' }],
    ['before its start time', { time_start: '12:01' }],
  ])('nothing holds %s', (_, change) => expect(chooseRate([rate(change)], wednesday)).toBeNull());

  const BASE = '2026-06-01';
  const time = fc.constantFrom('', '06:00', '10:00', '12:00', '15:00', '20:00');
  const anyRange = fc
    .record({
      from: fc.integer({ min: -10, max: 5 }),
      days: fc.integer({ min: 0, max: 20 }),
      time_start: time,
      time_end: time,
      rate_days: fc.subarray(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'M', 'H']),
    })
    .map(({ from, days, ...rest }) => ({
      ...rest,
      start: addDays(BASE, from),
      end: addDays(BASE, from + days),
    }));
  const anyRates = fc
    .array(
      fc.record({
        type: fc.constantFrom('RicGolfRate' as const, 'ApiGolfRate' as const),
        raw_rate: fc.nat({ max: 5 }),
        max_advance_days: fc.constantFrom(0, 0, 3, 8),
        is_dynamic_greater: fc.boolean(),
        disabled: fc.constantFrom(false, false, true),
        archived: fc.constantFrom(false, false, true),
        ranges: fc.array(anyRange, { maxLength: 4 }),
      }),
      { maxLength: 6 },
    )
    .map((drawn) =>
      drawn.map(({ ranges, ...rate }, at): RateCandidate => ({
        ...rate,
        id: at + 1,
        rate_date_ranges: ranges.map((range, place) => ({
          ...range,
          id: at * 10 + place,
          golf_rate_id: at + 1,
        })),
      })),
    );
  const anyRound = fc
    .record({
      days: fc.integer({ min: 0, max: 12 }),
      play_time: fc.constantFrom('05:59', '06:00', '09:30', '12:00', '19:59', '23:00'),
      isHoliday: fc.boolean(),
      isMaintenance: fc.boolean(),
    })
    .map(({ days, ...rest }) => ({ ...rest, today: BASE, play_date: addDays(BASE, days) }));

  test('does not depend on the order of rates or ranges', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (drawn, round) => {
        const turned = drawn
          .map((rate) => ({ ...rate, rate_date_ranges: rate.rate_date_ranges.toReversed() }))
          .toReversed();
        expect(chooseRate(turned, round)?.range).toEqual(chooseRate(drawn, round)?.range);
      }),
      { numRuns: 300 },
    ));

  test('always covers the round it is chosen for', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (drawn, round) => {
        const chosen = chooseRate(drawn, round);
        if (!chosen) return;
        const { rate, range } = chosen;
        expect(rate.disabled || rate.archived).toBe(false);
        expect(range.start <= round.play_date && round.play_date <= range.end).toBe(true);
        expect(!range.time_start || range.time_start <= round.play_time).toBe(true);
        expect(!range.time_end || round.play_time < range.time_end).toBe(true);
        const kinds = [
          dayOfWeek(round.play_date),
          round.isHoliday ? 'H' : '',
          round.isMaintenance ? 'M' : '',
        ];
        expect(range.rate_days.some((day) => kinds.includes(day))).toBe(true);
        if (rate.max_advance_days > 0)
          expect(daysBetween(round.today, round.play_date)).toBeLessThanOrEqual(rate.max_advance_days);
      }),
      { numRuns: 300 },
    ));

  test('is not changed by the rates that do not hold', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (drawn, round) => {
        const chosen = chooseRate(drawn, round);
        fc.pre(chosen !== null);
        const others = drawn.filter((rate) => rate.type === chosen?.rate.type && rate.id !== chosen.rate.id);
        const without = drawn.filter((rate) => !others.includes(rate));
        expect(chooseRate(without, round)?.range).toEqual(chosen?.range);
      }),
      { numRuns: 300 },
    ));

  test('a RIC rate that holds beside an API rate is always lower', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (drawn, round) => {
        const chosen = chooseRate(drawn, round);
        const api = chooseRate(
          drawn.filter((rate) => rate.type === 'ApiGolfRate'),
          round,
        );
        fc.pre(chosen !== null && api !== null);
        if (chosen?.rate.type === 'RicGolfRate')
          expect([chosen.rate.raw_rate < (api?.rate.raw_rate ?? 0), api?.rate.is_dynamic_greater]).toEqual([
            true,
            true,
          ]);
        else expect(chosen?.range).toEqual(api?.range);
      }),
      { numRuns: 300 },
    ));
});

describe('what a rate suggests and costs', () => {
  test.each(workedTable('rate', 'What it suggests and costs'))('$title', ({ cell }) => {
    const rate = {
      raw_rate: cents(cell('rate')),
      raw_service_fee: cents(cell('service fee')),
      raw_wholesale_rate: cents(cell('wholesale')),
    };
    const players = Number(cell('players'));
    expect(suggestedChargeCents(rate, players)).toBe(cents(cell('suggested charge')));
    expect(courseCostCents(rate, players)).toBe(cents(cell('cost')));
  });

  test('without a rate there is no cost', () => expect(courseCostCents(null, 4)).toBe(0));
});
