import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOfWeek, WEEKDAYS } from '../../../contract/dates.ts';
import { dateRangeWarnings, type RangeToCheck } from '../ranges/warnings/range-warnings.rules.ts';
import {
  chooseRate,
  courseCostCents,
  suggestedChargeCents,
  type RateCandidate,
  type RateRange,
} from './rate.rules.ts';

const FIRST = '2026-02-20';
const days = fc.uniqueArray(fc.constantFrom<string>(...WEEKDAYS, 'M', 'H'), { minLength: 1, maxLength: 4 });
/** Every day on which a generated tee time or date range can lie, with a margin before and after. */
const CALENDAR = Array.from({ length: 60 }, (_, at) => addDays(FIRST, at - 6));
const weekday = new Map(CALENDAR.map((date) => [date, dayOfWeek(date)]));
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Generates times in half hours, so that the length of a date range can be counted half hour by half hour. */
const hours = fc
  .tuple(fc.nat({ max: 47 }), fc.integer({ min: 1, max: 48 }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one + 1, other)])
  .map(([from = 0, until = 48]) => ({
    time_start: from === 0 ? '' : clock(from * 30),
    time_end: until === 48 ? '' : clock(until * 30),
  }));
const span = fc
  .tuple(fc.nat({ max: 30 }), fc.nat({ max: 14 }))
  .map(([from, long]) => ({ start: addDays(FIRST, from), end: addDays(FIRST, from + long) }));

/** Returns the half hours of the day, as numbers, that a date range covers. */
function openAt({ time_start, time_end }: { time_start: string | null; time_end: string | null }): number[] {
  const halfOf = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) / 30;
  const from = time_start ? halfOf(time_start) : 0;
  const until = time_end ? halfOf(time_end) : 48;
  return Array.from({ length: 48 }, (_, half) => half).filter((half) => half >= from && half < until);
}

describe('which rate holds', () => {
  const range = fc.record({ span, hours, rate_days: days });
  const rate = fc.record({
    type: fc.constantFrom<RateCandidate['type']>('RicGolfRate', 'ApiGolfRate'),
    raw_rate: fc.nat({ max: 3 }),
    max_advance_days: fc.nat({ max: 20 }),
    is_dynamic_greater: fc.boolean(),
    disabled: fc.nat(5).map((drawn) => drawn === 0),
    archived: fc.nat(5).map((drawn) => drawn === 0),
    ranges: fc.array(range, { maxLength: 3 }),
  });
  const anyRates = fc
    .array(rate, { maxLength: 4 })
    .map((drawn) =>
      drawn.map(({ ranges, ...terms }, at): RateCandidate => ({
        ...terms,
        id: at + 1,
        rate_date_ranges: ranges.map(({ span: dates, hours: times, rate_days }, place) => ({
          id: (at + 1) * 10 + place,
          golf_rate_id: at + 1,
          ...dates,
          ...times,
          rate_days,
        })),
      })),
    );
  const anyRound = fc.record({
    today: fc.nat({ max: 10 }).map((late) => addDays(FIRST, late - 5)),
    play_date: fc.nat({ max: 44 }).map((late) => addDays(FIRST, late)),
    play_time: fc.nat({ max: 47 }).map((half) => clock(half * 30)),
    isHoliday: fc.boolean(),
    isMaintenance: fc.boolean(),
  });
  type Round = Parameters<typeof chooseRate>[1];

  /**
   * Returns how specifically a date range covers a tee time, as numbers to sort by, the best first; null if it does not cover
   * it.
   */
  function fitOf(rate: RateCandidate, range: RateRange, round: Round): number[] | null {
    const ahead = CALENDAR.indexOf(round.play_date) - CALENDAR.indexOf(round.today);
    const tooFar = rate.max_advance_days > 0 && ahead > rate.max_advance_days;
    const half = openAt({ time_start: round.play_time, time_end: '' })[0] ?? 0;
    const dates = CALENDAR.filter((date) => range.start <= date && date <= range.end);
    const kinds = [
      round.isHoliday && range.rate_days.includes('H'),
      round.isMaintenance && range.rate_days.includes('M'),
      range.rate_days.includes(weekday.get(round.play_date) ?? ''),
    ];
    const isCovered = dates.includes(round.play_date) && openAt(range).includes(half) && kinds.includes(true);
    if (rate.disabled || rate.archived || tooFar || !isCovered) return null;
    return [kinds.indexOf(true), dates.length, openAt(range).length, -range.id];
  }

  /** Returns the best date range of one type of rate, by comparing every one with every other. */
  function bestByHand(rates: readonly RateCandidate[], type: RateCandidate['type'], round: Round) {
    const fits = rates
      .filter((one) => one.type === type)
      .flatMap((one) =>
        one.rate_date_ranges.map((range) => ({ rate: one, range, fit: fitOf(one, range, round) })),
      )
      .flatMap(({ fit, ...rest }) => (fit ? [{ ...rest, fit }] : []));
    const isBetter = (one: number[], other: number[]) => {
      const at = one.findIndex((figure, place) => figure !== other[place]);
      return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
    };
    return fits.find(({ fit }) => !fits.some((other) => isBetter(other.fit, fit)));
  }

  test('is the best of all that cover the round, found by trying every one', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (rates, round) => {
        const own = bestByHand(rates, 'RicGolfRate', round);
        const api = bestByHand(rates, 'ApiGolfRate', round);
        const isOwn = own && (!api || (api.rate.is_dynamic_greater && own.rate.raw_rate < api.rate.raw_rate));
        expect(chooseRate(rates, round)?.range.id).toBe((isOwn ? own : api)?.range.id);
      }),
      { numRuns: 300 },
    ));

  test('a clock with its seconds chooses as one without', () =>
    fc.assert(
      fc.property(anyRates, anyRound, (rates, round) => {
        const seconds = (time: string | null) => (time ? `${time}:00` : time);
        const withSeconds = rates.map((one) => ({
          ...one,
          rate_date_ranges: one.rate_date_ranges.map((range) => ({
            ...range,
            time_start: seconds(range.time_start),
            time_end: seconds(range.time_end),
          })),
        }));
        const chosen = chooseRate(withSeconds, { ...round, play_time: `${round.play_time}:00` });
        expect([chosen?.range.id, chosen?.why]).toEqual([
          chooseRate(rates, round)?.range.id,
          chooseRate(rates, round)?.why,
        ]);
      }),
    ));

  test('two parties are charged and cost what one of both would', () =>
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(72), fc.nat(72), (one, other, players, more) => {
        const terms = { raw_rate: one, raw_service_fee: other, raw_wholesale_rate: one };
        const together = players + more;
        expect(suggestedChargeCents(terms, together)).toBe(
          suggestedChargeCents(terms, players) + suggestedChargeCents(terms, more),
        );
        expect(courseCostCents(terms, together)).toBe(
          courseCostCents(terms, players) + courseCostCents(terms, more),
        );
        expect(suggestedChargeCents(terms, 1)).toBe(one + other);
      }),
    ));
});

describe('what is told beside date ranges', () => {
  const warned = fc
    .record({ golf_rate_id: fc.integer({ min: 1, max: 2 }), span, hours, rate_days: days })
    .map(({ span: dates, hours: times, ...range }): Omit<RangeToCheck, 'id'> => ({
      ...range,
      ...dates,
      ...times,
    }));
  const someRanges = fc
    .array(warned, { minLength: 1, maxLength: 4 })
    .map((drawn) => drawn.map((range, at): RangeToCheck => ({ ...range, id: at + 1 })));
  const today = fc.nat({ max: 50 }).map((late) => addDays(FIRST, late));

  const meets = (one: RangeToCheck, other: RangeToCheck) =>
    openAt(one).some((half) => openAt(other).includes(half));
  const covers = (range: RangeToCheck, date: string) => range.start <= date && date <= range.end;
  const isOn = (day: string, dates: string[]) =>
    day === 'M' || day === 'H' ? dates.length > 0 : dates.some((date) => weekday.get(date) === day);

  /** Returns the overlaps of a date range and the gaps beside it, found day by day. */
  function toldByHand(range: RangeToCheck, live: RangeToCheck[], now: string): string[] {
    const others = live.filter((other) => other.id !== range.id && meets(range, other));
    const overlaps = others.flatMap((other) => {
      const shared = CALENDAR.filter((date) => covers(range, date) && covers(other, date));
      const twice = range.rate_days.filter((day) => other.rate_days.includes(day) && isOn(day, shared));
      return twice.length > 0 && shared.at(-1)! >= now
        ? [`${shared[0]} ${shared.at(-1)} ${twice.join()} also`]
        : [];
    });
    const open = new Map<string, string[]>();
    for (const day of range.rate_days.filter((name) => name.length === 3)) {
      const beside = others.filter((other) => other.rate_days.includes(day));
      const before = CALENDAR.filter((date) => date < range.start).reverse();
      for (const dates of [before, CALENDAR.filter((date) => date > range.end)]) {
        const next = dates.findIndex((date) => beside.some((other) => covers(other, date)));
        const gap = dates.slice(0, Math.max(0, next)).sort();
        if (gap.length === 0 || gap.at(-1)! < now || !isOn(day, gap)) continue;
        const span = `${gap[0]} ${gap.at(-1)}`;
        open.set(span, [...(open.get(span) ?? []), day]);
      }
    }
    return [...overlaps, ...[...open].map(([span, names]) => `${span} ${names.join()} open`)];
  }

  /** Shortens `Mar 1 2026 to Mar 3 2026: Mon, Tue are also covered by rate 2.` to `2026-03-01 2026-03-03 Mon,Tue also`. */
  function shortOf(message: string): string {
    const [dates = '', rest = ''] = message.split(': ');
    const read = dates.split(' to ').map((text) => {
      const [month = '', day = '', year = ''] = text.split(' ');
      const number = ['Jan', 'Feb', 'Mar', 'Apr', 'May'].indexOf(month) + 1;
      return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    });
    const isOpen = rest.startsWith('no rate covers ');
    const names = isOpen ? rest.slice('no rate covers '.length, -1) : rest.replace(/ (is|are) also .*$/, '');
    return `${read[0]} ${read.at(-1)} ${names.replaceAll(', ', ',')} ${isOpen ? 'open' : 'also'}`;
  }

  test('is what is found date by date', () =>
    fc.assert(
      fc.property(someRanges, today, (ranges, now) => {
        const own = ranges[0]!;
        const told = dateRangeWarnings([own], ranges, now).map(({ message }) => shortOf(message));
        expect(told).toEqual(toldByHand(own, ranges, now));
      }),
      { numRuns: 300 },
    ));

  test('an overlap is told on both sides, or on neither', () =>
    fc.assert(
      fc.property(warned, warned, today, (one, other, now) => {
        const [left, right] = [
          { ...one, id: 1, golf_rate_id: 1 },
          { ...other, id: 2, golf_rate_id: 2 },
        ];
        const told = (own: RangeToCheck) =>
          dateRangeWarnings([own], [left, right], now).filter(({ rate_id }) => rate_id !== null);
        expect(told(left).map(({ rate_id }) => rate_id)).toEqual(told(right).map(() => 2));
        expect(told(right).map(({ rate_id }) => rate_id)).toEqual(told(left).map(() => 1));
      }),
    ));

  test('says nothing of what is over', () =>
    fc.assert(
      fc.property(someRanges, (ranges) => {
        expect(dateRangeWarnings(ranges, ranges, '2027-01-01')).toEqual([]);
      }),
    ));
});
