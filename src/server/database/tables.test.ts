import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDatabase } from '../../../test/support/database.ts';
import { projectRoot } from '../root.ts';
import type { Database } from './open.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

// What tables.ts declares, and both ways the same as what stands beside it: an error of the compiler names what is not.
const DECLARED = `import type { SelectType, UpdateType } from 'kysely';
import type { Tables } from '../src/server/database/tables.ts';
type Nullable<C> = null extends (unknown extends SelectType<C> ? UpdateType<C> : SelectType<C>) ? true : false;
type Declared = { [T in keyof Tables]: { [C in keyof Tables[T]]: Nullable<Tables[T][C]> } };
declare const declared: Declared;
declare const real: Real;
export const noColumnMissing: Real = declared;
export const noColumnTooMany: Declared = real;
`;

test('tables.ts declares the tables and columns of the database, and which may be null', async () => {
  const { rows } = await sql<{ line: string }>`
    select table_name || ': {' || string_agg(format('"%s": %s', column_name, (is_nullable = 'YES')::text), '; '
      order by ordinal_position) || '};' as line
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    group by table_name order by table_name`.execute(database.db);
  expect(rows.length).toBeGreaterThan(30);
  const file = join(projectRoot, '.cache', `tables-of-${process.pid}.ts`);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${DECLARED}interface Real {\n${rows.map(({ line }) => line).join('\n')}\n}\n`);
  const complaints = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc'), '--ignoreConfig', '--noEmit', '--strict']
      .concat(['--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'])
      .concat(['--allowImportingTsExtensions', file]),
    { cwd: projectRoot },
  ).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  );
  await rm(file);
  expect(complaints).toBe('');
});
