import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { sendImport } from '../../../../test/support/imports.ts';
import { importSetup, CUSTOMER_FILE_COLUMNS } from '../../../../test/support/imports.ts';
import { beginImport } from '../moving/staging.queries.ts';
import { receiveImportFile } from './arriving.steps.ts';
import { imports } from './imports.contract.ts';

const { app, at: company, upload, uploaded, show, look, work, lines } = importSetup();

test('what stands between its cells is told by all of its first line, in whatever pieces that comes', async () => {
  const content = 'First Name;Last Name;Email\nAda;Pieces;ada@pieces.example\n';
  const cut = { kind: 'customers', name: 'cut.csv', content, cutAt: 't Name;Last' };
  const { status, body } = await sendImport(app, company.admin, cut);
  expect(status, JSON.stringify(body)).toBe(200);
  const found = {
    headings: ['First Name', 'Last Name', 'Email'],
    columns: CUSTOMER_FILE_COLUMNS,
    row_count: 1,
  };
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
      company.admin,
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
      receiveImportFile(app.context, { kind: 'customers', name: 'x.csv', file }, who),
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

describe('the same file', () => {
  test('is one import, whoever sends it', async () => {
    const content = 'first_name,last_name\nAda,Same\n';
    const id = await uploaded(content);
    expect((await upload(content)).body).toEqual({ id, is_known: true });
    // The same file, uploaded as another kind of record, is another import.
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
    await app.ok(imports.remove, { params: { id } }, company.admin);
    const done = {
      kind: 'customers',
      digest: digest ?? '',
      columns: CUSTOMER_FILE_COLUMNS,
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
    // Simulates that the import command was killed two minutes ago.
    await sql`update imports set read_at = now() - interval '2 minutes' where id = ${theirs}`.execute(app.db);
    await look(id, ['first_name', 'last_name']);
    await work();
    expect(await show(id)).toMatchObject({ state: 'looked', good: 1, failed: null });
  });

  test('stays where it is when the command begins another', async () => {
    const id = await uploaded('first_name,last_name\nAda,Stays\n');
    await look(id, ['first_name', 'last_name']);
    await work();
    await beginImport(app.db, { kind: 'customers', digest: 'another', columns: CUSTOMER_FILE_COLUMNS });
    expect(await lines(id)).toHaveLength(1);
  });
});
