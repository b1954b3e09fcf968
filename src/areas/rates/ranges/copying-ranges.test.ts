import { describe, expect, test } from 'vitest';
import { aCourse, aRate } from '../../../../test/support/factories.ts';
import { dateRangeSetup, days } from '../../../../test/support/date-ranges.ts';
import { rates } from '../rates.contract.ts';
import { rateDateRanges } from './rate-date-ranges.contract.ts';

const { app, at, aRange, create, show, rangesOf, ratesAt } = dateRangeSetup();

describe('copying', () => {
  const copy = (sent: object) =>
    app.call(rateDateRanges.copy, { body: { golf_rate_id: at.rate, ...sent } }, at.admin);

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
    expect(await copy({ rate_ids: [first.id], course_ids: [at.course] })).toMatchObject({
      body: { message: 'Nothing to copy: these date ranges are there already.' },
    });
    expect((await ratesAt(at.course)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
  });

  test('is told beforehand, course by course, and nothing is changed by asking', async () => {
    const first = await create();
    const second = await create({ start: '2027-04-01', end: '2027-06-30' });
    const [{ id: some }, { id: none }] = [await aCourse(app.db), await aCourse(app.db)];
    const asked = {
      golf_rate_id: at.rate,
      rate_ids: [first.id, second.id],
      course_ids: [some, none, at.course],
    };
    await copy({ rate_ids: [first.id], course_ids: [some] });
    const told = await app.ok(rateDateRanges.copyPreview, { body: asked }, at.admin);
    expect(new Map(told.map(({ id, ranges, new_rate }) => [id, { ranges, new_rate }]))).toEqual(
      new Map([
        [some, { ranges: 1, new_rate: false }],
        [none, { ranges: 2, new_rate: true }],
        [at.course, { ranges: 0, new_rate: false }],
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
      await app.ok(rates.update, { body: { id: made.id, rate: { ...loaded, ...changed } } }, at.admin);
      await copy({ rate_ids: [id], course_ids: [target] });
    };
    await change({ deposit: '1.00' });
    expect(await ratesAt(target)).toHaveLength(2);
    const [other] = (await ratesAt(target)).filter((one) => one.id !== made.id);
    await app.ok(rates.remove, { params: { id: other?.id ?? 0 } }, at.admin);
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
      copy({ golf_rate_id: other?.id, rate_ids: [back?.id], course_ids: [at.course] }),
      app.call(rateDateRanges.create, { body: { rate_date_range: twin } }, at.admin),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect([200, 422]).toContain(answers[2]?.status);
    expect((await ratesAt(there)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
    expect((await ratesAt(at.course)).map((one) => one.rate_date_ranges.length)).toEqual([2]);
  });

  test('is refused whole under rate_copy', async () => {
    const { id } = await create();
    const target = (await aCourse(app.db)).id;
    const other = await aRate(app.db, at.course);
    const preview = (sent: object) =>
      app.call(rateDateRanges.copyPreview, { body: { golf_rate_id: at.rate, ...sent } }, at.admin);
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
