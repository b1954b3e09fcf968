import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aRentalClub, aCourse } from '../../../test/support/factories.ts';
import { rentalClubs } from './rental-clubs.contract.ts';

const app = testApp();
let agent: HeaderFields;
let south: { id: number; course_name: string };

beforeAll(async () => {
  agent = await app.signedIn('agent');
  south = await aCourse(app.db, { course_name: 'South' });
  const north = await aCourse(app.db, { course_name: 'North' });
  const money = (cost: number, rate: number, charge: number) => ({
    raw_cost: cost,
    raw_rate: rate,
    raw_charge: charge,
  });
  await aRentalClub(app.db, south.id, { brand: 'Callaway', description: 'Irons', ...money(100, 300, 5550) });
  await aRentalClub(app.db, south.id, {
    brand: 'ping',
    description: 'woods',
    handed: 0,
    sex: 1,
    ...money(200, 200, 4000),
  });
  await aRentalClub(app.db, north.id, {
    brand: 'Titleist',
    description: 'Full set',
    archived: true,
    ...money(300, 100, 6000),
  });
});

const index = async (query: object) =>
  (await app.ok(rentalClubs.index, { query }, agent)).map((club) => club.brand);

test('a rental club shows money as text and in cents, and its course', async () => {
  expect(await app.ok(rentalClubs.index, { query: { filters: { brand: 'call' } } }, agent)).toEqual([
    {
      id: expect.any(Number),
      cost: '1.00',
      rate: '3.00',
      raw_rate: 300,
      charge: '55.50',
      raw_charge: 5550,
      brand: 'Callaway',
      description: 'Irons',
      handed: 1,
      sex: 0,
      course: { id: south.id, course_name: 'South' },
      course_name: 'South',
      updated_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test.each([
  [{ cost: '2' }, ['ping']],
  [{ rate: '$3.00' }, ['Callaway']],
  [{ charge: '60.00' }, ['Titleist']],
  [{ brand: 'i' }, ['Titleist', 'ping']],
  [{ description: 'WOODS' }, ['ping']],
  [{ handed: 0 }, ['ping']],
  [{ sex: 0 }, ['Titleist', 'Callaway']],
  [{ course_name: 'sou' }, ['Callaway', 'ping']],
  [{ archived: false }, ['Callaway', 'ping']],
  [{ archived: true }, ['Titleist']],
])('filters by %j', async (filters, found) => {
  expect(await index({ filters })).toEqual(found);
  expect(await app.ok(rentalClubs.count, { query: { filters } }, agent)).toBe(found.length);
});

test('filters by the course that is booked', async () => {
  expect(await index({ filters: { course_id: south.id, archived: false } })).toEqual(['Callaway', 'ping']);
});

test.each([
  ['cost', ['Callaway', 'ping', 'Titleist']],
  ['rate', ['Titleist', 'ping', 'Callaway']],
  ['charge', ['ping', 'Callaway', 'Titleist']],
  ['brand', ['Callaway', 'ping', 'Titleist']],
  ['description', ['Titleist', 'Callaway', 'ping']],
  ['handed', ['ping', 'Callaway', 'Titleist']],
  ['sex', ['Callaway', 'Titleist', 'ping']],
  ['course_name', ['Titleist', 'Callaway', 'ping']],
])('sorts by %s', async (name, sorted) => expect(await index({ sort_fields: [name] })).toEqual(sorted));

test.each([
  ['charge', 'much'],
  ['handed', 'left'],
  ['archived', 'maybe'],
])('refuses a %s of %s', async (name, typed) => {
  const answer = await app.call(rentalClubs.count, { query: { filters: { [name]: typed } } }, agent);
  expect(answer).toMatchObject({ status: 422, body: { errors: { [name]: [expect.any(String)] } } });
});
