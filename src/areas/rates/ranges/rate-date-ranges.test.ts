import { describe, expect, test } from 'vitest';
import { dateRangeSetup, days } from '../../../../test/support/date-ranges.ts';
import { rates } from '../rates.contract.ts';
import { rateDateRanges } from './rate-date-ranges.contract.ts';

const { app, at, aRange, create, show, rangesOf, ratesAt } = dateRangeSetup();

describe('a date range', () => {
  test('ends at 24:00, which prices the last minute of the day', async () => {
    const { id } = await create({ time_start: '18:00', time_end: '24:00' });
    expect((await rangesOf()).find((range) => range.id === id)).toMatchObject({ time_end: '24:00' });
    await app.ok(rateDateRanges.remove, { params: { id } }, at.admin);
  });

  test('is created, shown with its rate, updated and deleted', async () => {
    const { id, rate_id } = await create({ rate_days: days('H', 'Wed', 'Mon', 'Mon') });
    expect(rate_id).toBe(at.rate);
    const [shown] = await rangesOf();
    expect(shown).toMatchObject({ ...aRange(), id });
    const changed = { ...shown, end: '2027-04-30', time_start: '', time_end: '', rate_days: days('M') };
    expect(
      await app.ok(rateDateRanges.update, { body: { rate_date_range: aRange(changed) } }, at.admin),
    ).toEqual({ id, rate_id: at.rate });
    expect(await rangesOf()).toMatchObject([{ id, end: '2027-04-30', time_start: '', rate_days: days('M') }]);
    await app.ok(rateDateRanges.remove, { params: { id } }, at.admin);
    expect(await rangesOf()).toEqual([]);
    expect((await app.call(rateDateRanges.remove, { params: { id } }, at.admin)).status).toBe(404);
  });

  test('is not saved over a newer one', async () => {
    await create();
    const [shown] = await rangesOf();
    const send = (description: string) =>
      app.call(rateDateRanges.update, { body: { rate_date_range: { ...shown, description } } }, at.admin);
    expect((await send('First')).status).toBe(200);
    // A client that lost the answer sends the same change again.
    expect(await send('First')).toMatchObject({ status: 200, body: { id: shown?.id, rate_id: at.rate } });
    expect((await send('Late')).status).toBe(409);
    expect(await rangesOf()).toMatchObject([{ description: 'First' }]);
  });

  test('that is not there cannot be updated', async () => {
    for (const id of [424_242, 0, -1]) {
      const sent = { body: { rate_date_range: aRange({ id }) } };
      expect((await app.call(rateDateRanges.update, sent, at.admin)).status).toBe(404);
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
    const answer = await app.call(
      rateDateRanges.create,
      { body: { rate_date_range: aRange(given) } },
      at.admin,
    );
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
        at.admin,
      );
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { rate: ['You must save the golf rate first.'] } },
      });
    },
  );

  test('that is there already is refused as a whole', async () => {
    await create();
    const twin = await app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, at.admin);
    expect(twin).toMatchObject({ status: 422, body: { errors: { rate_date_range: [expect.any(String)] } } });
    await create({ rate_days: days('Mon') });
  });

  test('sent late is refused also beside another range, and without its time it is taken', async () => {
    await create();
    await create({ start: '2028-01-01', end: '2028-12-31' });
    const [first, second] = await rangesOf();
    const send = (range: object) =>
      app.call(rateDateRanges.update, { body: { rate_date_range: range } }, at.admin);
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
    await app.ok(rates.remove, { params: { id: at.rate } }, at.admin);
    expect((await app.call(rateDateRanges.remove, { params: { id } }, at.admin)).status).toBe(404);
    const late = await app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, at.admin);
    expect(late).toMatchObject({ status: 422, body: { errors: { rate: ['does not exist'] } } });
  });
});

describe('a date range of an archived rate', () => {
  const archive = async () => {
    const { updated_at: _, ...loaded } = await show();
    await app.ok(rates.update, { body: { id: at.rate, rate: { ...loaded, archived: true } } }, at.admin);
  };

  test('goes to a disabled rate with its terms, and history stays as it was', async () => {
    const { id } = await create();
    await archive();
    const changed = aRange({ id, end: '2028-12-31' });
    const saved = await app.ok(rateDateRanges.update, { body: { rate_date_range: changed } }, at.admin);
    expect(saved.rate_id).not.toBe(at.rate);
    expect(saved.id).not.toBe(id);
    expect(await show(saved.rate_id)).toMatchObject({
      archived: false,
      disabled: true,
      rate: '100.00',
      wholesale_rate: '60.00',
      internal_memo: 'Copied',
      course: { id: at.course },
      rate_date_ranges: [{ end: '2028-12-31' }],
    });
    expect(await show()).toMatchObject({ archived: true, rate_date_ranges: [{ id, end: '2027-03-31' }] });
  });

  test('goes where the one before it went, also when both are saved at once', async () => {
    await archive();
    const saved = await Promise.all([create(), create({ rate_days: days('Sat') })]);
    expect(saved[0]?.rate_id).toBe(saved[1]?.rate_id);
    expect(await rangesOf(saved[0]?.rate_id)).toHaveLength(2);
    expect(await ratesAt(at.course)).toHaveLength(2);
    expect(await rangesOf()).toEqual([]);
  });
});

test.each([
  ['create', () => app.call(rateDateRanges.create, { body: { rate_date_range: aRange() } }, at.agent)],
  [
    'update',
    () => app.call(rateDateRanges.update, { body: { rate_date_range: aRange({ id: 1 }) } }, at.agent),
  ],
  ['remove', () => app.call(rateDateRanges.remove, { params: { id: 1 } }, at.agent)],
  ['copy', () => app.call(rateDateRanges.copy, { body: { golf_rate_id: at.rate } }, at.agent)],
  ['copyPreview', () => app.call(rateDateRanges.copyPreview, { body: { golf_rate_id: at.rate } }, at.agent)],
])('an agent is refused %s', async (_, sent) => expect((await sent()).status).toBe(403));
