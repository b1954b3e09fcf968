// Fills a data folder with the demonstration company and appends HOSTILE to all texts that a person could have typed;
// prints the names of those columns. Started by hostile-texts.spec.ts.
import { sql } from 'kysely';
import { fillEmptyDatabase } from '../../src/app/demonstration/company.ts';
import { createNotice } from '../../src/areas/notices/notices.queries.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { Db } from '../../src/server/process/context.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { HOSTILE_TEXT, SCRIPT_ADDRESS } from './hostile.ts';

/** Matches columns that only RIC writes, or that hold HTML on purpose. */
const NOBODYS =
  /_(hash|alpha2|token|expmo|expyr|key)$|^(asked|calendar|cause|content|digest|fingerprint|gateway|handle|html|kind|media_type|message_id|play_time|report|source|state|system|template|time_zone|type|what)$|^(images\.name|notices\.dismissed_by|audit_entries\.(action|subject))$/;

/** More rows of a table than a screen shows. */
const MOST_OF_A_TABLE = 200;

type Column = { table: string; column: string };

const textColumns = (db: Db) =>
  sql<Column>`select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
      and c.is_generated = 'NEVER' and c.table_name not like 'kysely%'
    order by 1, c.ordinal_position`.execute(db);

/**
 * Returns true if the column of the first record accepts HOSTILE; columns with lists of words, digit patterns and so on do
 * not. The first record then has HOSTILE in every typed text.
 */
const isTaken = ({ table, column }: Column, db: Db): Promise<boolean> =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = coalesce(${sql.ref(column)}, '') || ${HOSTILE_TEXT}
    where ctid = (select min(ctid) from ${sql.table(table)})`
    .execute(db)
    .then(
      ({ numAffectedRows }) => numAffectedRows === 1n,
      () => false,
    );

const settings = readSettings({ DATA_DIR: process.argv[2] ?? '', LOG_LEVEL: 'silent' });
const database = await prepareDatabase(settings);
await fillEmptyDatabase(database, settings);
// The demonstration company has no notice, so one is created.
await createNotice(database.db, { kind: 'course', message: 'The course did not answer.', tee_time_id: 300 });
const filled = await database.db.connection().execute(async (db) => {
  // Turns off the triggers that maintain lists and sums and that protect the ledger, because those tables are filled as
  // well.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`set statement_timeout = 0`.execute(db);
  const { rows } = await textColumns(db);
  const typed = rows.filter(
    ({ table, column }) => !NOBODYS.test(column) && !NOBODYS.test(`${table}.${column}`),
  );
  const taken = new Map<string, string[]>();
  for (const one of typed)
    if (await isTaken(one, db)) taken.set(one.table, [...(taken.get(one.table) ?? []), one.column]);
  for (const [table, columns] of taken) {
    const sets = columns.map((column) => {
      const before = column === 'url' ? SCRIPT_ADDRESS : '';
      return sql`${sql.ref(column)} = ${before} || replace(${sql.ref(column)}, ${HOSTILE_TEXT}, '') || ${HOSTILE_TEXT}`;
    });
    const some = sql`select ctid from ${sql.table(table)} limit ${MOST_OF_A_TABLE}`;
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ctid = any(array(${some}))`.execute(db);
  }
  await sql`reset session_replication_role`.execute(db);
  return [...taken].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
});
await database.close();
process.stdout.write(JSON.stringify(filled));
