import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { auditOf } from '../../../../test/support/audit-entries.ts';
import { aCustomer } from '../../../../test/support/factories.ts';
import { importSetup, CUSTOMER_FILE_COLUMNS } from '../../../../test/support/imports.ts';
import { customers } from '../../customers/customers.contract.ts';
import { deleteExpiredImportFiles } from './files.queries.ts';
import { guessColumns } from '../reading/guess.rules.ts';
import { imports } from './imports.contract.ts';

const { app, at: company, upload, uploaded, show, look, putIn, work, lines } = importSetup();
const named = async (last_name: string) =>
  app.db.selectFrom('customers').selectAll().where('last_name', '=', last_name).orderBy('id').execute();

test('a file is sent, its columns guessed, looked at row by row, and what is new put in by who asked', async () => {
  const there = await aCustomer(app.db, { last_name: 'Known', email: 'known@moved.example' });
  const id = await uploaded(
    'Given Name,Surname,E-mail,Shoe size\nAda,Moved,ada@moved.example,9\nBo,Moved,known@MOVED.example,9\n,Moved,c@moved.example,9\nDi,Moved,ada@moved.example,9\nEd,Moved,at home,9\n',
  );
  expect(await show(id)).toMatchObject({
    file_name: 'theirs.csv',
    kind: 'customers',
    state: 'mapping',
    row_count: 5,
    rows_read: 0,
    headings: ['Given Name', 'Surname', 'E-mail', 'Shoe size'],
    columns: [...CUSTOMER_FILE_COLUMNS, ''],
  });
  await look(id, [...CUSTOMER_FILE_COLUMNS, '']);
  expect(await show(id)).toMatchObject({ state: 'looking' });
  expect(await work()).toBe(1);
  const looked = { state: 'looked', rows_read: 5, good: 1, doubles: 2, refused: 2, failed: null };
  expect(await show(id)).toMatchObject(looked);
  expect((await lines(id)).map(({ id: _, ...line }) => line)).toEqual([
    { line: 2, outcome: 'new', record: 'Ada Moved ada@moved.example', number: null, says: '' },
    {
      line: 3,
      outcome: 'double',
      record: 'Bo Moved known@MOVED.example',
      number: there.id,
      says: `is in RIC already (same e-mail): #${there.id} ${there.first_name} Known`,
    },
    { line: 4, outcome: 'refused', record: '', number: null, says: 'first_name is required' },
    {
      line: 5,
      outcome: 'double',
      record: 'Di Moved ada@moved.example',
      number: null,
      says: 'doubles line 2 of this file (same e-mail)',
    },
    { line: 6, outcome: 'refused', record: '', number: null, says: 'email must be an e-mail address' },
  ]);
  expect((await lines(id, 'refused')).map(({ line }) => line)).toEqual([4, 6]);
  expect((await lines(id, 'double')).map(({ line }) => line)).toEqual([3, 5]);
  expect((await lines(id, 'new')).map(({ line }) => line)).toEqual([2]);
  const counted = { query: { filters: { import_file_id: id, outcome: 'refused' } } };
  expect(await app.ok(imports.lineCount, counted, company.admin)).toBe(2);
  expect(await named('Moved')).toEqual([]);

  await putIn(id);
  await putIn(id);
  expect(await work()).toBe(1);
  const [ada, ...more] = await named('Moved');
  expect(more).toEqual([]);
  const { name } = await app.db
    .selectFrom('staff_users')
    .select('name')
    .where('level', '=', 'admin')
    .executeTakeFirstOrThrow();
  expect(ada).toMatchObject({ first_name: 'Ada', updated_by: name });
  expect(await show(id)).toMatchObject({ ...looked, state: 'in', made_by: name });
  expect((await lines(id))[0]).toMatchObject({ outcome: 'made', number: ada?.id });
  expect(await auditOf(app, 'customer', ada?.id ?? 0)).toMatchObject([
    { made_by: name, address: '127.0.0.1', action: 'created' },
  ]);
  expect(await auditOf(app, 'import', id)).toMatchObject([
    {
      made_by: name,
      address: '127.0.0.1',
      action: 'imported',
      after: { kind: 'customers', file_name: 'theirs.csv', rows: 5, made: 1, doubles: 2, refused: 2 },
    },
  ]);
  expect(
    await app.db.selectFrom('import_pieces').selectAll().where('import_file_id', '=', id).execute(),
  ).toEqual([]);
  await putIn(id);
  expect(await work()).toBe(0);
  expect(await named('Moved')).toHaveLength(1);
  await app.ok(customers.show, { params: { id: ada?.id ?? 0 } }, company.agent);
});

test('cards are kept nowhere: not in the rows, whichever column they stand in, and not as a heading', async () => {
  const id = await uploaded(
    'first_name,last_name,notes,4111 1111 1111 1111\nAda,Carded,4242424242424242,x\nBo,4242 4242 4242 4242,,x\n',
  );
  expect((await show(id)).headings[3]).toBe('****');
  await look(id, ['first_name', 'last_name', '', '']);
  await work();
  expect(await lines(id)).toMatchObject([
    { line: 2, outcome: 'new' },
    { line: 3, outcome: 'refused', says: 'last_name must not have a card number in it' },
  ]);
  const { gunzipSync } = await import('node:zlib');
  const pieces = await app.db
    .selectFrom('import_pieces')
    .select('rows')
    .where('import_file_id', '=', id)
    .execute();
  const kept = pieces.map(({ rows }) => String(gunzipSync(rows))).join();
  expect(kept).toContain('Carded');
  expect(kept).not.toMatch(/4242/);
});

test('a telephone that looks like a short card is one where its heading says so, as the form and the command have it', async () => {
  // The phones have 13, 14 and 15 digits with a card's valid check digit; 16 such digits count as a card number in any column.
  const phones = ['4222222222222', '30569309025904', '378282246310005', '4242424242424242'];
  const rows = phones.map((phone, at) => `Ada,Called${at},${phone}`).join('\n');
  const columns = ['first_name', 'last_name', 'primary_phone'];
  const id = await uploaded(`First,Last,Tel\n${rows}\n`);
  expect((await show(id)).columns).toEqual(columns);
  await look(id, columns);
  await work();
  expect((await lines(id)).map(({ outcome, says }) => `${outcome} ${says}`)).toEqual([
    'new ',
    'new ',
    'new ',
    'refused primary_phone must not have a card number in it',
  ]);
  for (const [at, primary_phone] of phones.entries()) {
    const customer = { first_name: 'Ada', last_name: 'Called', primary_phone };
    const { status } = await app.call(customers.create, { body: { customer } }, company.agent);
    expect(status, primary_phone).toBe(at < 3 ? 200 : 422);
  }
});

describe('columns', () => {
  test.each([
    [['first_name'], /a field or nothing for each of the 2 columns/],
    [['first_name', 'shoe_size'], /a field or nothing/],
    [['last_name', 'last_name'], /are all last_name/],
    [['', ''], /No column of the file is one of RIC/],
  ])('%j are refused', async (columns, says) => {
    const id = await uploaded('a,b\nAda,Columned\n');
    const { status, body } = await app.call(imports.look, { body: { id, columns } }, company.admin);
    expect({ status, text: JSON.stringify(body) }).toEqual({
      status: 422,
      text: expect.stringMatching(says),
    });
  });

  test('are read again where they are named otherwise', async () => {
    const id = await uploaded('a,b\nAda,Otherwise\n');
    await look(id, ['last_name', 'first_name']);
    await work();
    await look(id, ['first_name', 'last_name']);
    await work();
    expect(await lines(id)).toMatchObject([{ record: 'Ada Otherwise' }]);
  });

  test('are guessed by their own names before those of elsewhere, none twice', () => {
    const fields = ['first_name', 'last_name', 'email', 'primary_phone', 'mobile_phone', 'postcode'];
    const guess = (...headings: string[]) => guessColumns('customers', headings, fields);
    expect(guess('FIRST NAME', 'Surname', 'Zip', 'Phone', 'Cell')).toEqual([
      'first_name',
      'last_name',
      'postcode',
      'primary_phone',
      'mobile_phone',
    ]);
    expect(guess('Mail', 'Email')).toEqual(['', 'email']);
    expect(guess('Phone', 'Telephone', 'Shoe size')).toEqual(['primary_phone', '', '']);
  });
});

test('what nobody puts in is gone after its days, what is in stays known by its bytes', async () => {
  const content = 'first_name,last_name\nAda,Forgotten\n';
  const id = await uploaded(content);
  const kept = await uploaded('first_name,last_name\nAda,Remembered\n');
  for (const one of [id, kept]) await look(one, ['first_name', 'last_name']);
  await work();
  await putIn(id);
  await work();
  await sql`update import_files set kept_until = now() - interval '1 second' where id in (${id}, ${kept})`.execute(
    app.db,
  );
  expect(await deleteExpiredImportFiles(app.db)).toBe(2);
  for (const one of [id, kept])
    expect((await app.call(imports.show, { params: { id: one } }, company.admin)).status).toBe(404);
  expect((await upload(content)).body.errors?.file?.[0]).toMatch(/^is in RIC since .* 1 made/);
  expect((await upload('first_name,last_name\nAda,Remembered\n')).body).toMatchObject({ is_known: false });
});

test('it is for admins', async () => {
  expect((await upload('a\n1\n', 'customers', company.agent)).status).toBe(403);
  const id = await uploaded('first_name,last_name\nAda,Guarded\n');
  for (const [called, sent] of [
    [imports.index, { query: {} }],
    [imports.count, { query: {} }],
    [imports.show, { params: { id } }],
    [imports.lines, { query: { filters: { import_file_id: id } } }],
    [imports.lineCount, { query: {} }],
    [imports.look, { body: { id, columns: [] } }],
    [imports.putIn, { body: { id } }],
    [imports.remove, { params: { id } }],
  ] as const)
    expect((await app.call(called, sent, company.agent)).status, called.path).toBe(403);
});
