import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../../test/support/app.ts';
import { aCourse, aRate } from '../../../../../test/support/factories.ts';
import { rates } from '../../rates.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

test('overlaps and gaps are told with the rate, and never refused', async () => {
  const course = (await aCourse(app.db)).id;
  const range = { start: '2028-01-01', end: '2028-01-31', rate_days: ['Mon'] };
  const first = await aRate(app.db, course, {}, range);
  const second = await aRate(app.db, course, {}, { ...range, start: '2028-01-20', end: '2028-02-10' });
  await aRate(app.db, course, { archived: true }, range);
  await aRate(app.db, course, { type: 'ApiGolfRate' }, range);
  const { warnings, rate_date_ranges } = await app.ok(rates.show, { params: { id: first.id } }, agent);
  expect(warnings).toEqual([
    {
      range_id: rate_date_ranges[0]?.id,
      rate_id: second.id,
      message: `Jan 20 2028 to Jan 31 2028: Mon is also covered by rate ${second.id}.`,
    },
  ]);
  const disabled = { ...(await app.ok(rates.show, { params: { id: first.id } }, admin)), disabled: true };
  await app.ok(rates.update, { body: { id: first.id, rate: disabled } }, admin);
  for (const id of [first.id, second.id])
    expect((await app.ok(rates.show, { params: { id } }, agent)).warnings).toEqual([]);
});
