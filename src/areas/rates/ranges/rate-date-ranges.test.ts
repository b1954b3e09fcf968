import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { aCourse, aRate } from '../../../../test/support/factories.ts';
import { rates, type RateRecord } from '../rates.contract.ts';
import { rateDateRanges } from './rate-date-ranges.contract.ts';

const app = testApp();
let admin: Headers;
let agent: Headers;
let course: number;
let rate: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});
beforeEach(async () => {
  course = (await aCourse(app.db)).id;
  const form = { course: { id: course }, rate: '100.00', wholesale_rate: '60.00', internal_memo: 'Copied' };
  rate = (await app.ok(rates.create, { body: { rate: form } }, admin)).id;
});

const days = (...names: string[]) => names.map((name) => ({ name }));
const aRange = (given: object = {}) => ({
  golf_rate_id: rate,
  start: '2027-01-01',
  end: '2027-03-31',
  time_start: '06:00',
  time_end: '12:00',
  description: 'Mornings',
  rate_days: days('Mon', 'Wed', 'H'),
  ...given,
});
const create = (given: object = {}) =>
  app.ok(rateDateRanges.create, { body: { rate_date_range: aRange(given) } }, admin);
const show = async (id = rate): Promise<RateRecord> => app.ok(rates.show, { params: { id } }, admin);
const rangesOf = async (id = rate) => (await show(id)).rate_date_ranges;
const ratesAt = async (id: number): Promise<RateRecord[]> => {
  const rows = await app.ok(rates.index, { query: { filters: { course_id: id }, per_page: -1 } }, admin);
  return Promise.all(rows.map((row) => show(row.id)));
};

describe('a date range', () => {
  test('ends at 24:00, which prices the last minute of the day', async () => {
    const { id } = await create({ time_start: '18:00', time_end: '24:00' });
    expect((await rangesOf()).find((range) => range.id === id)).toMatchObject({ time_end: '24:00' });
    await app.ok(rateDateRanges.remove, { params: { id } }, admin);
  });

  test('is created, shown with its rate, updated and deleted', async () => {
    const { id, rate_id } = await create({ rate_days: days('H', 'Wed', 'Mon', 'Mon') });
    expect(rate_id).toBe(rate);
    const [shown] = await rangesOf();
    expect(shown).toMatchObject({ ...aRange(), id });
    const changed = { ...shown, end: '2027-04-30', time_start: '', time_end: '', rate_days: days('M') };
    expect(
      await app.ok(rateDateRanges.update, { body: { rate_date_range: aRange(changed) } }, admin),
    ).toEqual({ id, rate_id: rate });
    expect(await rangesOf()).toMatchObject([{ id, end: '2027-04-30', time_start: '', rate_days: days('M') }]);
    await app.ok(rateDateRanges.remove, { params: { id } }, admin);
    expect(await rangesOf()).toEqual([]);
    expect((await app.call(rateDateRanges.remove, { params: { id } }, admin)).status).toBe(404);
  });

  test('is not saved over a newer one', async () => {
    await create();
    const [shown] = await rangesOf();
    const send = (description: string) =>
      app.call(rateDateRanges.update, { body: { rate_date_range: { ...shown, description } } }, admin);
    expect((await send('First')).status).toBe(200);
    // A client that lost the answer sends the same change again.
    expect(await send('First')).toMatchObject({ status: 200, body: { id: shown?.id, rate_id: rate } });
    expect((await send('Late')).status).toBe(409);
    expect(await rangesOf()).toMatchObject([{ description: 'First' }]);
  });

  test('that is not there cannot be updated', async () => {
    for (const id of [424_242, 0, -1]) {
      const sent = { body: { rate_date_range: aRange({ id }) } };
      expect((await app.call(rateDateRanges.update, sent, admin)).status).toBe(404);
    }
  });

  test.each([
    ['start', { start: 'soon' }],
    ['start', { start: undefined }],
    ['end', { end: '2027-02-30' }],
    ['end', { end: '2026-12-31' }],
    ['time_start', { time_start: '6:00' }],
    ['time_start', { time_start: '' }],
    ['time_end', { time_end: '24:01' }],
    ['time_end', { time_end: '' }],
    ['time_end', { time_end: '06:00' }],
    ['description', { description: 'x'.repeat(201) }],
    ['rate_date_days', { rate_days: [] }],
    ['rate_date_days', { rate_days: days('Mon', 'Someday') }],
    ['rate', { golf_rate_id: 424_242 }],
  ])('is refused under %s for %j', async (field, given) => {
    const answer = await app.call(rateDateRanges.create, { body: { rate_date_range: aRange(given) } }, admin);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.stringMatching(/\w \w/)] } },
    });
    expect(await rangesOf()).toEqual([]);
  });

  test.each([0, -1, null, undefined])(
    'of a rate that is not saved (%s) is refused in the words of the product',
    async (golf_rate_id) => {
      const answer = await app.call(
        rateDateRanges.create,
        { body: { rate_date_range: aRange({ golf_rate_id }) } },
        admin,
      );
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { rate: ['You must save the golf rate first.'] } },
      });
    },
  );

  test('that is there already is refused as a whole', async () => {
    await create();
    const twin = await app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, admin);
    expect(twin).toMatchObject({ status: 422, body: { errors: { rate_date_range: [expect.any(String)] } } });
    await create({ rate_days: days('Mon') });
  });

  test('sent late is refused also beside another range, and without its time it is taken', async () => {
    await create();
    await create({ start: '2028-01-01', end: '2028-12-31' });
    const [first, second] = await rangesOf();
    const send = (range: object) =>
      app.call(rateDateRanges.update, { body: { rate_date_range: range } }, admin);
    const both = await Promise.all([
      send({ ...first, description: 'One' }),
      send({ ...first, end: '2027-02-01' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      message: expect.stringMatching(/ changed this on [A-Z]/),
    });
    expect((await send({ ...second, description: 'Beside' })).status).toBe(200);
    expect((await send({ ...first, updated_at: undefined, description: 'Last' })).status).toBe(200);
    expect((await rangesOf()).map(({ description }) => description)).toEqual(['Last', 'Beside']);
  });

  test('goes with its rate, and a deleted rate takes no more of them', async () => {
    const { id } = await create();
    await app.ok(rates.remove, { params: { id: rate } }, admin);
    expect((await app.call(rateDateRanges.remove, { params: { id } }, admin)).status).toBe(404);
    const late = await app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, admin);
    expect(late).toMatchObject({ status: 422, body: { errors: { rate: ['does not exist'] } } });
  });
});

describe('a date range of an archived rate', () => {
  const archive = async () => {
    const { updated_at: _, ...loaded } = await show();
    await app.ok(rates.update, { body: { id: rate, rate: { ...loaded, archived: true } } }, admin);
  };

  test('goes to a disabled rate with its terms, and history stays as it was', async () => {
    const { id } = await create();
    await archive();
    const changed = aRange({ id, end: '2028-12-31' });
    const saved = await app.ok(rateDateRanges.update, { body: { rate_date_range: changed } }, admin);
    expect(saved.rate_id).not.toBe(rate);
    expect(saved.id).not.toBe(id);
    expect(await show(saved.rate_id)).toMatchObject({
      archived: false,
      disabled: true,
      rate: '100.00',
      wholesale_rate: '60.00',
      internal_memo: 'Copied',
      course: { id: course },
      rate_date_ranges: [{ end: '2028-12-31' }],
    });
    expect(await show()).toMatchObject({ archived: true, rate_date_ranges: [{ id, end: '2027-03-31' }] });
  });

  test('goes where the one before it went, also when both are saved at once', async () => {
    await archive();
    const saved = await Promise.all([create(), create({ rate_days: days('Sat') })]);
    expect(saved[0]?.rate_id).toBe(saved[1]?.rate_id);
    expect(await rangesOf(saved[0]?.rate_id)).toHaveLength(2);
    expect(await ratesAt(course)).toHaveLength(2);
    expect(await rangesOf()).toEqual([]);
  });
});

describe('copying', () => {
  const copy = (sent: object) =>
    app.call(rateDateRanges.copy, { body: { golf_rate_id: rate, ...sent } }, admin);

  test('takes the ticked ranges to each course, with the terms of the rate', async () => {
    const first = await create();
    const second = await create({ start: '2027-04-01', end: '2027-06-30', rate_days: days('M') });
    await create({ start: '2027-07-01', end: '2027-07-31' });
    const targets = [await aCourse(app.db), await aCourse(app.db)].map(({ id }) => id);
    expect(await copy({ rate_ids: [first.id, second.id], course_ids: targets })).toMatchObject({
      status: 200,
      body: { message: 'Copied 4 date ranges to 2 courses.' },
    });
    for (const target of targets) {
      const made = await ratesAt(target);
      expect(made).toHaveLength(1);
      expect(made[0]).toMatchObject({
        rate: '100.00',
        wholesale_rate: '60.00',
        internal_memo: 'Copied',
        rate_date_ranges: [
          { start: '2027-01-01', rate_days: days('Mon', 'Wed', 'H') },
          { start: '2027-04-01', rate_days: days('M') },
        ],
      });
    }
    expect(await rangesOf()).toHaveLength(3);
  });

  test('again adds to the rate made before, and copies no range twice', async () => {
    const first = await create();
    const target = (await aCourse(app.db)).id;
    await copy({ rate_ids: [first.id], course_ids: [target] });
    const second = await create({ start: '2027-04-01', end: '2027-06-30' });
    await copy({ rate_ids: [first.id, second.id], course_ids: [target, target] });
    expect((await ratesAt(target)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
    expect(await copy({ rate_ids: [first.id], course_ids: [course] })).toMatchObject({
      body: { message: 'Nothing to copy: these date ranges are there already.' },
    });
    expect((await ratesAt(course)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
  });

  test('is told beforehand, course by course, and nothing is changed by asking', async () => {
    const first = await create();
    const second = await create({ start: '2027-04-01', end: '2027-06-30' });
    const [{ id: some }, { id: none }] = [await aCourse(app.db), await aCourse(app.db)];
    const asked = { golf_rate_id: rate, rate_ids: [first.id, second.id], course_ids: [some, none, course] };
    await copy({ rate_ids: [first.id], course_ids: [some] });
    const told = await app.ok(rateDateRanges.copyPreview, { body: asked }, admin);
    expect(new Map(told.map(({ id, ranges, new_rate }) => [id, { ranges, new_rate }]))).toEqual(
      new Map([
        [some, { ranges: 1, new_rate: false }],
        [none, { ranges: 2, new_rate: true }],
        [course, { ranges: 0, new_rate: false }],
      ]),
    );
    expect(await ratesAt(none)).toEqual([]);
    expect((await copy(asked)).body).toEqual({ message: 'Copied 3 date ranges to 3 courses.' });
  });

  test('by two people at once makes one rate', async () => {
    const { id } = await create();
    const target = (await aCourse(app.db)).id;
    const both = await Promise.all([1, 2, 3].map(() => copy({ rate_ids: [id], course_ids: [target] })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ratesAt(target)).map((one) => one.rate_date_ranges.length)).toEqual([1]);
  });

  test('makes a new rate where the one at the course has other terms or is archived', async () => {
    const { id } = await create();
    const target = (await aCourse(app.db)).id;
    await copy({ rate_ids: [id], course_ids: [target] });
    const [made] = await ratesAt(target);
    if (!made) throw new Error('no rate was made');
    const change = async (changed: object) => {
      const { updated_at: _, ...loaded } = await show(made.id);
      await app.ok(rates.update, { body: { id: made.id, rate: { ...loaded, ...changed } } }, admin);
      await copy({ rate_ids: [id], course_ids: [target] });
    };
    await change({ deposit: '1.00' });
    expect(await ratesAt(target)).toHaveLength(2);
    const [other] = (await ratesAt(target)).filter((one) => one.id !== made.id);
    await app.ok(rates.remove, { params: { id: other?.id ?? 0 } }, admin);
    await change({ deposit: '0.00', archived: true });
    expect((await ratesAt(target)).filter(({ archived }) => archived)).toHaveLength(1);
    expect(await ratesAt(target)).toHaveLength(2);
  });

  test('to and fro at the same time, beside a save of the same range, neither hangs nor doubles', async () => {
    const { id } = await create();
    const there = (await aCourse(app.db)).id;
    await copy({ rate_ids: [id], course_ids: [there] });
    const [other] = await ratesAt(there);
    const [back] = other?.rate_date_ranges ?? [];
    const { id: extra } = await create({ start: '2029-01-01', end: '2029-12-31' });
    const twin = aRange({ golf_rate_id: other?.id, start: '2029-01-01', end: '2029-12-31' });
    const answers = await Promise.all([
      copy({ rate_ids: [extra], course_ids: [there] }),
      copy({ golf_rate_id: other?.id, rate_ids: [back?.id], course_ids: [course] }),
      app.call(rateDateRanges.create, { body: { rate_date_range: twin } }, admin),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect([200, 422]).toContain(answers[2]?.status);
    expect((await ratesAt(there)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
    expect((await ratesAt(course)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
  });

  test('is refused whole under rate_copy', async () => {
    const { id } = await create();
    const target = (await aCourse(app.db)).id;
    const other = await aRate(app.db, course);
    const preview = (sent: object) =>
      app.call(rateDateRanges.copyPreview, { body: { golf_rate_id: rate, ...sent } }, admin);
    const foreign = (await rangesOf(other.id))[0]?.id;
    const refusals: [object, RegExp][] = [
      [{ rate_ids: [id], course_ids: [] }, /^Please select a course first\.$/],
      [{ rate_ids: [id] }, /^Please select a course first\.$/],
      [{ rate_ids: [], course_ids: [target] }, /date range to copy first/],
      [{ course_ids: [target] }, /date range to copy first/],
      [{ rate_ids: [id], course_ids: [target, 424_242] }, /course that does not exist/],
      [{ rate_ids: [id, foreign], course_ids: [target] }, /not of this rate/],
      [{ golf_rate_id: 424_242, rate_ids: [id], course_ids: [target] }, /does not exist/],
    ];
    for (const [sent, sentence] of refusals)
      for (const answer of [await copy(sent), await preview(sent)])
        expect(answer).toMatchObject({
          status: 422,
          body: { errors: { rate_copy: [expect.stringMatching(sentence)] } },
        });
    expect(await ratesAt(target)).toEqual([]);
  });
});

test.each([
  ['create', () => app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, agent)],
  ['update', () => app.call(rateDateRanges.update, { body: { rate_date_range: aRange({ id: 1 }) } }, agent)],
  ['remove', () => app.call(rateDateRanges.remove, { params: { id: 1 } }, agent)],
  ['copy', () => app.call(rateDateRanges.copy, { body: { golf_rate_id: rate } }, agent)],
  ['copyPreview', () => app.call(rateDateRanges.copyPreview, { body: { golf_rate_id: rate } }, agent)],
])('an agent is refused %s', async (_, sent) => expect((await sent()).status).toBe(403));
