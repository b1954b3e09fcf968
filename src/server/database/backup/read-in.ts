import { sql } from 'kysely';
import type { Db } from '../../process/context.ts';
import { CannotStart } from '../../process/cannot-start.ts';
import { DatabaseDeadline } from '../driver/deadline.ts';
import type { Database } from '../open.ts';
import { parseBackupLines, type BackupHeader, type BackupMark } from './lines.ts';
import { MAX_BACKUP_READ_MS } from './read-out.ts';
import {
  listMigrations,
  setBackupSessionSettings,
  listTables,
  dropConstraints,
  type TableWithColumns,
} from './schema.ts';

export type RestoreOptions = {
  /** Allows overwriting a database that is not empty. */
  replace: boolean;
  say: (line: string) => void;
  /** Receives a piece of a restored file; the file is not used before `keep` is called. */
  file?: (name: string, bytes: Buffer | null) => Promise<void>;
  /** Returns the broken rules of the ledger; called in the restoring transaction, after all rows are inserted. */
  check: (db: Db) => Promise<string[]>;
  /** Moves the restored files into place; called last before the commit, because it can still fail. */
  keep?: () => Promise<void>;
};

export type RestoreResult = {
  made_at: string;
  tables: number;
  rows: number;
  files: number;
  problems: string[];
};

/** Restores a backup into a migrated database in one transaction, completely or not at all. */
export async function restoreBackup(
  { dbWithin }: Pick<Database, 'dbWithin'>,
  texts: AsyncIterable<string>,
  given: RestoreOptions,
): Promise<RestoreResult> {
  return dbWithin(new DatabaseDeadline(MAX_BACKUP_READ_MS))
    .transaction()
    .execute(async (db) => {
      await setBackupSessionSettings(db);
      await refuseWhereUsed(db, given.replace);
      const tables = await listTables(db);
      const refasten = await dropConstraints(db, tables);
      await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
      const reading = new Reading(db, tables, given);
      for await (const part of parseBackupLines(texts)) {
        if (part.kind === 'row') await reading.row(part.text);
        else if (part.kind === 'bytes') await given.file?.(reading.file, part.bytes);
        else await reading.mark(part.mark);
      }
      given.say('Checking references, indexes and the ledger ...');
      await refasten();
      await sql`analyze`.execute(db);
      const restored = await reading.counted();
      const problems = await given.check(db);
      await given.keep?.();
      return { ...restored, problems };
    });
}

const LOCK_MS = 5_000;

async function refuseWhereUsed(db: Db, replace: boolean) {
  await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(db);
  const { rows } = await sql<{ is_used: boolean; is_open: boolean }>`
    select exists (select from staff_users) or exists (select from courses) or exists (select from customers)
        or exists (select from tee_times) as is_used,
      exists (select from pg_stat_activity where datname = current_database()
        and application_name = 'ric listening') as is_open`.execute(db);
  if (rows[0]?.is_open)
    throw new CannotStart('RIC runs on this database. Stop it first; nothing was changed.');
  if (rows[0]?.is_used && !replace)
    throw new CannotStart(
      'The database is not empty, so nothing was changed. With --replace all that is in it is deleted for what is in the backup.',
    );
}

const CHUNK_CHARACTERS = 1_000_000;
const CHUNK_ROWS = 1_000;

/** Inserts a backup's rows into the database in the order of the backup, in batches. */
class Reading {
  #head: BackupHeader | null = null;
  #into: { table: TableWithColumns; columns: string[] } | null = null;
  #waiting: string[] = [];
  #characters = 0;
  #rows: Record<string, number> | null = null;
  #files = 0;
  file = '';

  constructor(
    private readonly db: Db,
    private readonly tables: TableWithColumns[],
    private readonly given: RestoreOptions,
  ) {}

  async mark(mark: BackupMark) {
    await this.#flush();
    if ('ric_backup' in mark) {
      this.#head = mark;
      await this.#compareMigrations(mark);
    } else if (!this.#head) throw new CannotStart('This is no backup of RIC.');
    else if ('table' in mark) this.#into = this.#place(mark);
    else if ('sequences' in mark) await this.#restart(mark.sequences);
    else if ('file' in mark) await this.#begin(mark.file);
    else this.#end(mark.end);
  }

  async row(text: string) {
    this.#waiting.push(text);
    this.#characters += text.length;
    if (this.#characters > CHUNK_CHARACTERS || this.#waiting.length >= CHUNK_ROWS) await this.#flush();
  }

  /** Counts the rows in the database after the last line; the counts must equal those of the backup. */
  async counted(): Promise<Omit<RestoreResult, 'problems'>> {
    if (!this.#head || !this.#rows) throw new CannotStart('This is no backup of RIC.');
    let all = 0;
    for (const { name } of this.tables) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
        this.db,
      );
      const count = rows[0]?.count ?? 0;
      all += count;
      if (count !== (this.#rows[name] ?? 0))
        throw new CannotStart(
          `${name} has ${count} rows here and ${this.#rows[name] ?? 0} in the backup, so nothing was changed.`,
        );
    }
    return { made_at: this.#head.made_at, tables: this.tables.length, rows: all, files: this.#files };
  }

  async #compareMigrations({ migrations }: BackupHeader) {
    const here = await listMigrations(this.db);
    const differing = [
      ...migrations.filter((name) => !here.includes(name)),
      ...here.filter((name) => !migrations.includes(name)),
    ];
    if (differing.length === 0) return;
    throw new CannotStart(
      `The backup is of another version of RIC (${differing.join(', ')}), so nothing was changed. Restore it with that version, into an empty database, and upgrade then.`,
    );
  }

  #place({ table: name, columns }: { table: string; columns: string[] }) {
    const table = this.tables.find((one) => one.name === name);
    const unknown = columns.find((column) => !table?.columns.includes(column));
    if (!table || unknown)
      throw new CannotStart(`There is no ${name} ${unknown ?? ''} here; nothing was changed.`);
    this.given.say(`${name} ...`);
    return { table, columns };
  }

  async #flush() {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    if (rows.length === 0) return;
    if (!this.#into) throw new CannotStart('This is no backup of RIC.');
    const { table, columns } = this.#into;
    const values = columns.map((column, at) => {
      const type = table.types[table.columns.indexOf(column)] ?? 'text';
      return sql`(r->>${sql.lit(at)})::${sql.raw(type)}`;
    });
    await sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(values)} from jsonb_array_elements(${`[${rows.join(',')}]`}::text::jsonb) r`.execute(
      this.db,
    );
  }

  async #restart(sequences: Record<string, string>) {
    // A rollback would not undo setval, but it undoes this statement.
    for (const [name, next] of Object.entries(sequences))
      await sql`alter sequence ${sql.table(name)} restart with ${sql.raw(String(BigInt(next)))}`.execute(
        this.db,
      );
  }

  async #begin(name: string) {
    this.file = name;
    this.#files += 1;
    await this.given.file?.(name, null);
  }

  #end({ rows, files }: { rows: Record<string, number>; files: number }) {
    if (files !== this.#files) throw new CannotStart('The backup lacks files, so nothing was changed.');
    this.#rows = rows;
  }
}
