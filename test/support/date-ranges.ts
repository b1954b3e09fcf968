import { beforeAll, beforeEach } from 'vitest';
import { rateDateRanges } from '../../src/areas/rates/ranges/rate-date-ranges.contract.ts';
import { rates, type RateRecord } from '../../src/areas/rates/rates.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse } from './factories.ts';

export const days = (...names: string[]) => names.map((name) => ({ name }));

/** A new course with one rate for each test, and the functions that give the rate date ranges and read them. */
export function dateRangeSetup() {
  const app = testApp();
  const at = { admin: {} as HeaderFields, agent: {} as HeaderFields, course: 0, rate: 0 };
  beforeAll(async () => {
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
  });
  beforeEach(async () => {
    at.course = (await aCourse(app.db)).id;
    const terms = { rate: '100.00', wholesale_rate: '60.00', internal_memo: 'Copied' };
    const form = { course: { id: at.course }, ...terms };
    at.rate = (await app.ok(rates.create, { body: { rate: form } }, at.admin)).id;
  });

  const aRange = (given: object = {}) => ({
    golf_rate_id: at.rate,
    start: '2027-01-01',
    end: '2027-03-31',
    time_start: '06:00',
    time_end: '12:00',
    description: 'Mornings',
    rate_days: days('Mon', 'Wed', 'H'),
    ...given,
  });
  const create = (given: object = {}) =>
    app.ok(rateDateRanges.create, { body: { rate_date_range: aRange(given) } }, at.admin);
  const show = async (id = at.rate): Promise<RateRecord> => app.ok(rates.show, { params: { id } }, at.admin);
  const rangesOf = async (id = at.rate) => (await show(id)).rate_date_ranges;
  const ratesAt = async (id: number): Promise<RateRecord[]> => {
    const rows = await app.ok(rates.index, { query: { filters: { course_id: id }, per_page: -1 } }, at.admin);
    return Promise.all(rows.map((row) => show(row.id)));
  };

  return { app, at, aRange, create, show, rangesOf, ratesAt };
}
