import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCustomer } from '../../../../test/support/factories.ts';
import { reportTicketKey } from '../../reports/running/tickets.queries.ts';
import { customerErasing } from './erasing.contract.ts';
import { spellingVariantsIn } from './written-forms.rules.ts';

const app = testApp();
let admin: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
});

const JOSE = { first_name: 'José', last_name: 'O’Neil', email: 'jose.oneil@golf.example' };
const EXACT = [
  'Call José O’Neil.',
  "JOSÉ O'NEIL called",
  'Jose\u0301 OʼNeil',
  'O`Neil, José',
  'for José \u00a0O´Neil, please',
  'José\tO’Neil',
];
const VARIANTS = ["Call Jose O'Neil.", 'Josè O’Neil'];
const OTHERS = ['José O’Neilson', 'María-José O’Neilé', 'José Oneil', 'o’neil', 'Joséa O’Neil'];

/** Stores each message as a notice about no record. Returns a function for the messages that are still stored unchanged. */
async function noted(messages: string[]): Promise<() => Promise<string[]>> {
  const rows = messages.map((message) => ({ kind: 'mail', message }));
  const made = await app.db.insertInto('notices').values(rows).returning('id').execute();
  const ids = made.map(({ id }) => id);
  return async () => {
    const left = app.db.selectFrom('notices').select('message').where('id', 'in', ids).orderBy('id');
    return (await left.execute()).map(({ message }) => message).filter((message) => message !== 'Erased.');
  };
}

const variantsFor = async (id: number): Promise<string[]> =>
  (await app.ok(customerErasing.variants, { params: { id } }, admin)).variants;

async function erase(id: number, also: string[]) {
  const { updated_at } = await app.ok(customerErasing.preview, { params: { id } }, admin);
  return app.call(customerErasing.forget, { body: { id, updated_at, typed: JOSE.email, also } }, admin);
}

describe('erasing', () => {
  test('empties what names them in an exact form, and nothing that is written otherwise', async () => {
    const { id } = await aCustomer(app.db, JOSE);
    const left = await noted([...EXACT, ...VARIANTS, ...OTHERS]);
    expect((await variantsFor(id)).toSorted()).toEqual(["Jose O'Neil", 'Josè O’Neil']);
    expect(await erase(id, ['Somebody Else'])).toMatchObject({
      status: 422,
      body: { errors: { also: ['is no variant of their names'] } },
    });
    expect(await erase(id, [])).toMatchObject({ status: 200 });
    expect(await left()).toEqual([...VARIANTS, ...OTHERS]);
  });

  test('empties a variant that was ticked, in all of its own forms', async () => {
    const { id } = await aCustomer(app.db, JOSE);
    const left = await noted([...EXACT, 'JOSE O’NEIL', ...VARIANTS, ...OTHERS]);
    expect(await erase(id, ["Jose O'Neil"])).toMatchObject({ status: 200 });
    expect(await left()).toEqual(['Josè O’Neil', ...OTHERS]);
  });

  test('finds a name of letters that the C locale has no case for', async () => {
    const { id } = await aCustomer(app.db, { ...JOSE, first_name: 'Ömer', last_name: 'ŞAŞ' });
    const left = await noted(['ÖMER şaş', 'o\u0308mer s\u0327as\u0327', 'Omer Sas']);
    expect(await variantsFor(id)).toEqual(['Omer Sas']);
    expect(await erase(id, [])).toMatchObject({ status: 200 });
    expect(await left()).toEqual(['Omer Sas']);
  });

  test('finds variants in the rows of imports and in report tickets too, and empties the ticked ones', async () => {
    const { id } = await aCustomer(app.db, JOSE);
    const columns = ['First Name'];
    const begun = app.db.insertInto('imports').values({ kind: 'customers', digest: 'variants', columns });
    const { id: import_id } = await begun.returning('id').executeTakeFirstOrThrow();
    const problems = JSON.stringify([{ column: 'Email', says: 'Jósé O’Neil is no address' }]);
    const record = JSON.stringify({ first_name: 'Ann' });
    const keys = ['Customer name Josê O’Neil'];
    await app.db.insertInto('import_rows').values({ import_id, line: 2, problems }).execute();
    await app.db.insertInto('import_rows').values({ import_id, line: 3, record, keys }).execute();
    const asked = reportTicketKey('sales_report', { customer: 'Josë O’Neil' });
    const ticket = { token_hash: 'variants', client: admin['client'] ?? '', asked, expires_at: '2100-01-01' };
    await app.db.insertInto('report_tickets').values(ticket).execute();
    const variants = await variantsFor(id);
    expect(variants).toEqual(expect.arrayContaining(['Jósé O’Neil', 'Josê O’Neil', 'Josë O’Neil']));
    expect(await erase(id, variants)).toMatchObject({ status: 200 });
    expect(await app.db.selectFrom('import_rows').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('report_tickets').selectAll().execute()).toEqual([]);
  });
});

describe('a variant', () => {
  test.each([
    ['Jose Garcia and JOSE GARCÍA', ['Jose Garcia', 'JOSE GARCÍA']],
    ['José García, jose\u0301  garci\u0301a', []],
    ['{"who": "Jose Garcia"}', ['Jose Garcia']],
    ['José Garciar', []],
    ['🏌️ Jose Garcia 🏌️', ['Jose Garcia']],
    ['Josê‑García', []],
  ])('in %s', (text, variants) => {
    expect(spellingVariantsIn(text, ['José García'])).toEqual(variants);
  });

  test('is offered once for all names, and never one of them', () => {
    expect(spellingVariantsIn('Muñoz Ana, Munoz Ana, Muñoz Ána', ['Muñoz Ana', 'Munoz Ana'])).toEqual([
      'Muñoz Ána',
    ]);
  });
});
