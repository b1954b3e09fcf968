import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { customers } from '../customers/customers.contract.ts';
import { courses } from '../courses/courses.contract.ts';
import { giftCertificates } from '../gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { search } from './search.contract.ts';

// The test server's locale is C, which knows only the letters A to Z; the embedded database has another locale.
const app = testApp();
let agent: HeaderFields;

const LAST_NAMES = [
  'O’Brien',
  'Muñoz',
  'MÜLLER',
  'Łukasz',
  'Straße',
  'Smith‑Jones',
  'Van  Dyke',
  'De%Vil',
  'Zorn',
];

beforeAll(async () => {
  agent = await app.signedIn('agent');
  const course = await aCourse(app.db, { course_name: 'Peña Ridge – South' });
  for (const last_name of LAST_NAMES) {
    // oxlint-disable-next-line no-await-in-loop -- created one after the other, so that the ids ascend
    const customer = await aCustomer(app.db, {
      first_name: 'José',
      last_name,
      email: `${LAST_NAMES.indexOf(last_name)}@golf.example`,
    });
    const of = { course_id: course.id, customer_id: customer.id };
    // oxlint-disable-next-line no-await-in-loop -- created one after the other, so that the ids ascend
    await aTeeTime(app.db, { ...of, notes: `Wants café with ${last_name}`, play_date: '2030-01-05' });
    // oxlint-disable-next-line no-await-in-loop -- created one after the other, so that the ids ascend
    await aCertificate(app.db, { customer_id: customer.id });
  }
});

const found = async (last_name: string) => ({
  customers: (await app.ok(customers.index, { query: { filters: { last_name } } }, agent)).map(
    (row) => row.last_name,
  ),
  tee_times: (await app.ok(teeTimes.index, { query: { filters: { last_name } } }, agent)).map(
    (row) => row.last_name,
  ),
  certificates: (await app.ok(giftCertificates.index, { query: { filters: { last_name } } }, agent)).map(
    (row) => row.last_name,
  ),
});

describe('a name is found as people write it', () => {
  test.each([
    ["O'Brien", 'O’Brien'],
    ['o`brien', 'O’Brien'],
    ['OʼBRIEN', 'O’Brien'],
    ['obrien', 'O’Brien'],
    ['o brien', 'O’Brien'],
    ['munoz', 'Muñoz'],
    ['MUN\u0303OZ', 'Muñoz'],
    ['Müller', 'MÜLLER'],
    ['mu\u0308ll', 'MÜLLER'],
    ['muller', 'MÜLLER'],
    ['lukasz', 'Łukasz'],
    ['STRASSE', 'Straße'],
    ['smith-jones', 'Smith‑Jones'],
    ['smith–jones', 'Smith‑Jones'],
    ['van dyke', 'Van  Dyke'],
    ['van\u00a0dyke', 'Van  Dyke'],
    ['e%v', 'De%Vil'],
    ['e％v', 'De%Vil'],
  ])('%s', async (typed, name) => {
    expect(await found(typed)).toEqual({ customers: [name], tee_times: [name], certificates: [name] });
    expect(await app.ok(customers.count, { query: { filters: { last_name: typed } } }, agent)).toBe(1);
    if (typed.includes('%') || typed.includes('％')) return;
    const said = `jose ${typed}`;
    const titles = (await app.ok(search.index, { query: { q: said } }, agent)).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('José'))).toContain(`José ${name}`);
    const callers = await app.ok(search.callers, { query: { q: said } }, agent);
    expect(callers.map((caller) => caller.last_name)).toEqual([name]);
  });

  test.each(['_', '＿', '%%', '％％', 'brian', 'mu_oz'])('%s finds nobody', async (typed) => {
    expect(await found(typed)).toEqual({ customers: [], tee_times: [], certificates: [] });
  });

  test.each(['mailto:ann@copied.example', 'Ann Lee <ann@copied.example>', 'ANN@copied.example'])(
    'the e-mail of a customer is found by %s',
    async (email) => {
      const { id } = await aCustomer(app.db, { email: 'ann@copied.example' });
      const found = await app.ok(customers.index, { query: { filters: { email } } }, agent);
      await app.db.deleteFrom('customers').where('id', '=', id).execute();
      expect(found.map((row) => row.id)).toEqual([id]);
    },
  );

  test('in notes and among courses', async () => {
    const [noted] = await app.ok(
      teeTimes.index,
      { query: { filters: { notes: "CAFE WITH O'BRIEN" } } },
      agent,
    );
    expect(noted?.last_name).toBe('O’Brien');
    const named = await app.ok(
      courses.index,
      { query: { filters: { course_name: 'pena ridge - s' } } },
      agent,
    );
    expect(named.map(({ course_name }) => course_name)).toEqual(['Peña Ridge – South']);
    const played = await app.ok(teeTimes.count, { query: { filters: { course_name: 'PENA' } } }, agent);
    expect(played).toBe(LAST_NAMES.length);
  });
});

test.each([
  ['customers', customers.index],
  ['tee times', teeTimes.index],
  ['certificates', giftCertificates.index],
] as const)('%s are sorted as people look names up', async (_, index) => {
  const rows = await app.ok(index, { query: { sort_fields: ['last_name'], sort_desc: [false] } }, agent);
  expect(rows.map(({ last_name }) => last_name)).toEqual([
    'De%Vil',
    'Łukasz',
    'MÜLLER',
    'Muñoz',
    'O’Brien',
    'Smith‑Jones',
    'Straße',
    'Van  Dyke',
    'Zorn',
  ]);
});
