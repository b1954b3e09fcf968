import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { auditOf } from '../../../../test/support/catalogue.ts';
import { aCustomer } from '../../../../test/support/factories.ts';
import { sendImport } from '../../../../test/support/imports.ts';
import { customers } from '../../customers/customers.contract.ts';
import { beginImport, insertStagedRows } from '../moving/staging.queries.ts';
import { receiveFile } from './arriving.steps.ts';
import { deleteOldFiles } from './files.queries.ts';
import { guessColumns } from '../reading/guess.rules.ts';
import { imports, type ImportName } from './imports.contract.ts';
import { leaseFile } from './lease.queries.ts';
import { workOnFiles } from './working.steps.ts';

const app = testApp();
let admin: Headers;
let agent: Headers;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

const upload = (content: string | Buffer, kind: ImportName | 'golfers' = 'customers', headers = admin) =>
  sendImport(app, headers, { kind, name: 'theirs.csv', content });
const uploaded = async (content: string, kind: ImportName = 'customers') => {
  const { status, body } = await upload(content, kind);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id ?? 0;
};
const show = (id: number) => app.ok(imports.show, { params: { id } }, admin);
const look = (id: number, columns: string[]) => app.ok(imports.look, { body: { id, columns } }, admin);
const putIn = (id: number) => app.ok(imports.putIn, { body: { id } }, admin);
const work = () => workOnFiles(app.context);
const lines = (id: number, outcome?: string) =>
  app.ok(imports.lines, { query: { filters: { import_file_id: id, ...(outcome && { outcome }) } } }, admin);
const named = async (last_name: string) =>
  app.db.selectFrom('customers').selectAll().where('last_name', '=', last_name).orderBy('id').execute();
const NAMES = ['first_name', 'last_name', 'email'];

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
    columns: [...NAMES, ''],
  });
  await look(id, [...NAMES, '']);
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
      says: `is in RIC already: #${there.id}`,
    },
    { line: 4, outcome: 'refused', record: '', number: null, says: 'first_name is required' },
    {
      line: 5,
      outcome: 'double',
      record: 'Di Moved ada@moved.example',
      number: null,
      says: 'doubles line 2 of this file',
    },
    { line: 6, outcome: 'refused', record: '', number: null, says: 'email must be an e-mail address' },
  ]);
  expect((await lines(id, 'refused')).map(({ line }) => line)).toEqual([4, 6]);
  expect((await lines(id, 'double')).map(({ line }) => line)).toEqual([3, 5]);
  expect((await lines(id, 'new')).map(({ line }) => line)).toEqual([2]);
  const counted = { query: { filters: { import_file_id: id, outcome: 'refused' } } };
  expect(await app.ok(imports.lineCount, counted, admin)).toBe(2);
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
  await app.ok(customers.show, { params: { id: ada?.id ?? 0 } }, agent);
});

test('what stands between its cells is told by all of its first line, in whatever pieces that comes', async () => {
  const content = 'First Name;Last Name;Email\nAda;Pieces;ada@pieces.example\n';
  const cut = { kind: 'customers', name: 'cut.csv', content, cutAt: 't Name;Last' };
  const { status, body } = await sendImport(app, admin, cut);
  expect(status, JSON.stringify(body)).toBe(200);
  const found = { headings: ['First Name', 'Last Name', 'Email'], columns: NAMES, row_count: 1 };
  expect(await show(body.id ?? 0)).toMatchObject(found);
});

describe('a file that cannot be read is refused whole, in a sentence under `file`', () => {
  test.each([
    ['empty', '', /^The file is empty/],
    ['of headings alone', 'first_name,last_name\n', /^The file is empty/],
    ['no UTF-8', Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xeb, 0x2c, 0x31, 0x0a]), /not UTF-8/],
    ['with a quote that nobody closes', 'a,b\n"Ada,Open\nBo,Open\n', /quote in the file is never closed/],
    ['of very many columns', `${'a,'.repeat(300)}\n1\n`, /more than 200 columns/],
  ])('%s', async (_, content, says) => {
    const { status, body } = await upload(content);
    expect({ status, says: body.errors?.file?.[0] }).toEqual({
      status: 422,
      says: expect.stringMatching(says),
    });
    expect(
      await app.db.selectFrom('import_files').select('id').where('state', '=', 'uploading').execute(),
    ).toEqual([]);
  });

  test('of no kind, or without a file', async () => {
    expect((await upload('a\n1\n', 'golfers')).body.errors).toHaveProperty('kind');
    const { status } = await app.call(
      imports.create,
      { body: { import: { kind: 'customers', name: 'x' } } },
      admin,
    );
    expect(status).toBe(422);
  });

  test('one that is larger than what is taken, of which the rest is let go by', async () => {
    let passed = 0;
    const file = {
      bytes: (async function* () {
        yield Buffer.from('first_name,last_name\nAda,Large\n');
      })(),
      isTooLarge: () => true,
      passOver: () => (passed += 1),
    };
    const staff = await app.db.selectFrom('staff_users').selectAll().limit(1).executeTakeFirstOrThrow();
    const who = { ...staff, client: '', address: '127.0.0.1' };
    await expect(
      receiveFile(app.context, { kind: 'customers', name: 'x.csv', file }, who),
    ).rejects.toMatchObject({ errors: { file: [expect.stringMatching(/larger than 200 MB/)] } });
    expect(passed).toBe(1);
  });

  test.skipIf(process.env.TEST_ON === 'postgres')(
    'one of more rows than the embedded database takes',
    async () => {
      const { status, body } = await upload(`first_name\n${'x\n'.repeat(50_001)}`);
      expect({ status, says: body.errors?.file?.[0] }).toEqual({
        status: 422,
        says: expect.stringMatching(/more than 50,000 rows/),
      });
    },
  );
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
  // 13, 14 and 15 digits with the check digit of a card; 16 digits are a card in any column.
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
    const { status } = await app.call(customers.create, { body: { customer } }, agent);
    expect(status, primary_phone).toBe(at < 3 ? 200 : 422);
  }
});

describe('the same file', () => {
  test('is one import, whoever sends it', async () => {
    const content = 'first_name,last_name\nAda,Same\n';
    const id = await uploaded(content);
    expect((await upload(content)).body).toEqual({ id, is_known: true });
    // As another kind it is another import.
    expect((await upload(content, 'certificates')).body).toMatchObject({ is_known: false });
  });

  test('that the command put in is refused', async () => {
    const content = 'first_name,last_name\nAda,Commanded\n';
    const id = await uploaded(content);
    const { digest } = await app.db
      .selectFrom('import_files')
      .select('digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.ok(imports.remove, { params: { id } }, admin);
    const done = {
      kind: 'customers',
      digest: digest ?? '',
      columns: NAMES,
      is_whole: true,
      made: 1,
    } as const;
    await app.db
      .insertInto('imports')
      .values({ ...done, done_at: new Date('2026-01-02T12:00:00Z') })
      .execute();
    const { status, body } = await upload(content);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { file: ['is in RIC since 2026-01-02: 1 made. Nothing was changed'] } },
    });
  });

  test('is refused while the command reads it, and the command is while it is on the screen', async () => {
    const id = await uploaded('first_name,last_name\nAda,Both\n');
    const { digest } = await app.db
      .selectFrom('import_files')
      .select('digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const kind = 'customers' as const;
    const begun = { kind, digest: digest ?? '', columns: ['first_name', 'last_name'] };
    await expect(beginImport(app.db, begun)).rejects.toThrow('This file is on the screen');
    const read = { ...begun, is_whole: false };
    const { id: theirs } = await app.db
      .insertInto('imports')
      .values(read)
      .returning('id')
      .executeTakeFirstOrThrow();
    await look(id, ['first_name', 'last_name']);
    await work();
    expect(await show(id)).toMatchObject({
      state: 'mapping',
      failed: expect.stringMatching(/imported by the command/),
    });
    // Simulates that it was killed.
    await sql`update imports set read_at = now() - interval '2 minutes' where id = ${theirs}`.execute(app.db);
    await look(id, ['first_name', 'last_name']);
    await work();
    expect(await show(id)).toMatchObject({ state: 'looked', good: 1, failed: null });
  });

  test('stays where it is when the command begins another', async () => {
    const id = await uploaded('first_name,last_name\nAda,Stays\n');
    await look(id, ['first_name', 'last_name']);
    await work();
    await beginImport(app.db, { kind: 'customers', digest: 'another', columns: NAMES });
    expect(await lines(id)).toHaveLength(1);
  });
});

describe('what is asked for twice, or too late', () => {
  test('is refused while it is running', async () => {
    const id = await uploaded('first_name,last_name\nAda,Running\n');
    await look(id, ['first_name', 'last_name']);
    const again = await app.call(imports.look, { body: { id, columns: ['', 'last_name'] } }, admin);
    expect(again).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^An import of this file is running/) },
    });
    expect((await app.call(imports.putIn, { body: { id } }, admin)).status).toBe(422);
    await work();
    await putIn(id);
    expect((await app.call(imports.remove, { params: { id } }, admin)).status).toBe(422);
    await work();
    expect((await app.call(imports.remove, { params: { id } }, admin)).status).toBe(422);
    expect(
      (await app.call(imports.look, { body: { id, columns: ['first_name', 'last_name'] } }, admin)).status,
    ).toBe(422);
  });

  test('is dropped while it is looked at: whoever is at it leaves no trace', async () => {
    const id = await uploaded('first_name,last_name\nAda,Dropped\n');
    await look(id, ['first_name', 'last_name']);
    const leased = await leaseFile(app.db);
    expect(leased?.id).toBe(id);
    await app.ok(imports.remove, { params: { id } }, admin);
    expect((await app.call(imports.show, { params: { id } }, admin)).status).toBe(404);
    expect(await work()).toBe(0);
  });

  test('is not put in before it was looked at, nor where nothing is new', async () => {
    const id = await uploaded('first_name,last_name\n,Nobody\n');
    expect((await app.call(imports.putIn, { body: { id } }, admin)).body).toMatchObject({
      message: 'Please look at its rows first.',
    });
    await look(id, ['first_name', 'last_name']);
    await work();
    expect((await app.call(imports.putIn, { body: { id } }, admin)).body).toMatchObject({
      message: 'No row of this file is new, so nothing can be put in.',
    });
  });
});

describe('columns', () => {
  test.each([
    [['first_name'], /a field or nothing for each of the 2 columns/],
    [['first_name', 'shoe_size'], /a field or nothing/],
    [['last_name', 'last_name'], /are all last_name/],
    [['', ''], /No column of the file is one of RIC/],
  ])('%j are refused', async (columns, says) => {
    const id = await uploaded('a,b\nAda,Columned\n');
    const { status, body } = await app.call(imports.look, { body: { id, columns } }, admin);
    expect({ status, text: JSON.stringify(body) }).toEqual({
      status: 422,
      text: expect.stringMatching(says),
    });
  });

  test('are read anew where they are named otherwise', async () => {
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

describe('a process that says no more', () => {
  test('is followed by another, which goes on behind what was read', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `A${at},Followed`);
    const id = await uploaded(`first_name,last_name\n${rows.join('\n')}\n`);
    await look(id, ['first_name', 'last_name']);
    const first = await leaseFile(app.db);
    const { digest } = await app.db
      .selectFrom('import_files')
      .select('digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const begun = await beginImport(
      app.db,
      { kind: 'customers', digest: digest ?? '', columns: ['first_name', 'last_name'] },
      'screen',
    );
    await insertStagedRows(app.db, { id: begun.id, after: 0 }, [
      { line: 2, record: { type: 'Customer', first_name: 'Kept', last_name: 'Followed', email: '' } },
    ]);
    await sql`update import_files set import_id = ${begun.id} where id = ${id}`.execute(app.db);
    expect(await work()).toBe(0);
    await sql`update import_files set leased_until = now() - interval '1 second' where id = ${id}`.execute(
      app.db,
    );
    expect(await work()).toBe(1);
    expect(await show(id)).toMatchObject({ state: 'looked', good: 2_500, rows_read: 2_500 });
    expect((await lines(id))[0]?.record).toBe('Kept Followed');
    expect(first?.left_times).toBe(0);
  });

  test('five times in a row is said, and not followed again', async () => {
    const id = await uploaded('first_name,last_name\nAda,Left\n');
    await look(id, ['first_name', 'last_name']);
    await leaseFile(app.db);
    await sql`update import_files set left_times = 4, leased_until = now() - interval '1 second' where id = ${id}`.execute(
      app.db,
    );
    await work();
    expect(await show(id)).toMatchObject({
      state: 'mapping',
      failed: expect.stringMatching(/^RIC ended each time/),
    });
    expect(await work()).toBe(0);
  });

  test('that is told to stop gives it back after the rows that it is at', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `A${at},Stopping`);
    const id = await uploaded(`first_name,last_name\n${rows.join('\n')}\n`);
    await look(id, ['first_name', 'last_name']);
    let asked = 0;
    await workOnFiles(app.context, () => (asked += 1) > 1);
    expect(await show(id)).toMatchObject({ state: 'looking', rows_read: 1_000 });
    await work();
    expect(await show(id)).toMatchObject({ state: 'looked', good: 2_500 });
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
  expect(await deleteOldFiles(app.db)).toBe(2);
  for (const one of [id, kept])
    expect((await app.call(imports.show, { params: { id: one } }, admin)).status).toBe(404);
  expect((await upload(content)).body.errors?.file?.[0]).toMatch(/^is in RIC since .* 1 made/);
  expect((await upload('first_name,last_name\nAda,Remembered\n')).body).toMatchObject({ is_known: false });
});

test('it is for admins', async () => {
  expect((await upload('a\n1\n', 'customers', agent)).status).toBe(403);
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
    expect((await app.call(called, sent, agent)).status, called.path).toBe(403);
});
