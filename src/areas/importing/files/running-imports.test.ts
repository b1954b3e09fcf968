import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { importSetup } from '../../../../test/support/imports.ts';
import { beginImport, insertStagedRows } from '../moving/staging.queries.ts';
import { imports } from './imports.contract.ts';
import { leaseNextImportFile } from './lease.queries.ts';
import { processImportFiles } from './working.steps.ts';

const { app, at: company, uploaded, show, look, putIn, work, lines } = importSetup();

describe('what is asked for twice, or too late', () => {
  test('is refused while it is running', async () => {
    const id = await uploaded('first_name,last_name\nAda,Running\n');
    await look(id, ['first_name', 'last_name']);
    const again = await app.call(imports.look, { body: { id, columns: ['', 'last_name'] } }, company.admin);
    expect(again).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^An import of this file is running/) },
    });
    expect((await app.call(imports.putIn, { body: { id } }, company.admin)).status).toBe(422);
    await work();
    await putIn(id);
    expect((await app.call(imports.remove, { params: { id } }, company.admin)).status).toBe(422);
    await work();
    expect((await app.call(imports.remove, { params: { id } }, company.admin)).status).toBe(422);
    expect(
      (await app.call(imports.look, { body: { id, columns: ['first_name', 'last_name'] } }, company.admin))
        .status,
    ).toBe(422);
  });

  test('is dropped while it is looked at: whoever is at it leaves no trace', async () => {
    const id = await uploaded('first_name,last_name\nAda,Dropped\n');
    await look(id, ['first_name', 'last_name']);
    const leased = await leaseNextImportFile(app.db);
    expect(leased?.id).toBe(id);
    await app.ok(imports.remove, { params: { id } }, company.admin);
    expect((await app.call(imports.show, { params: { id } }, company.admin)).status).toBe(404);
    expect(await work()).toBe(0);
  });

  test('is not put in before it was looked at, nor where nothing is new', async () => {
    const id = await uploaded('first_name,last_name\n,Nobody\n');
    expect((await app.call(imports.putIn, { body: { id } }, company.admin)).body).toMatchObject({
      message: 'Please look at its rows first.',
    });
    await look(id, ['first_name', 'last_name']);
    await work();
    expect((await app.call(imports.putIn, { body: { id } }, company.admin)).body).toMatchObject({
      message: 'No row of this file is new, so nothing can be put in.',
    });
  });
});

describe('a process that says no more', () => {
  test('is followed by another, which goes on behind what was read', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `A${at},Followed`);
    const id = await uploaded(`first_name,last_name\n${rows.join('\n')}\n`);
    await look(id, ['first_name', 'last_name']);
    const first = await leaseNextImportFile(app.db);
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
    await leaseNextImportFile(app.db);
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
    await processImportFiles(app.context, () => (asked += 1) > 1);
    expect(await show(id)).toMatchObject({ state: 'looking', rows_read: 1_000 });
    await work();
    expect(await show(id)).toMatchObject({ state: 'looked', good: 2_500 });
  });
});
