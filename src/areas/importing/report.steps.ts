import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { DOUBLE_NAME, parseRowErrors } from './moving/staging.queries.ts';
import { importReportLines, type CheckedImportRow } from './report.rules.ts';

const ROWS_AT_ONCE = 1_000;

export const importReportPath = (file: string): string => {
  const { dir, name } = parse(file);
  return join(dir, `${name}.report.csv`);
};

async function* rowsOf(db: Db, import_id: number): AsyncGenerator<CheckedImportRow> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('import_rows as r')
      .select(['line', 'problems', 'double_of', 'double_of_line', 'double_by', 'made_id'])
      .select(sql<string | null>`${sql.raw(DOUBLE_NAME)}`.as('double_name'))
      .where('import_id', '=', import_id)
      .where('line', '>', after)
      .orderBy('line')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield* rows.map((row) => ({ ...row, problems: parseRowErrors(row.problems) }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
  }
}

export type ImportCounts = { good: number; doubles: number; refused: number };

/** Writes a report with the outcome of each row of an import, beside the imported file. Returns the number of rows by outcome. */
export async function writeImportReport(db: Db, import_id: number, report: string): Promise<ImportCounts> {
  const counts: ImportCounts = { good: 0, doubles: 0, refused: 0 };
  async function* texts() {
    // The report begins with a byte order mark, because spreadsheets recognize UTF-8 by it.
    yield '\uFEFFline,outcome,number,column,says\n';
    for await (const row of rowsOf(db, import_id)) {
      const { of, text } = importReportLines(row);
      counts[of] += 1;
      yield text;
    }
  }
  const unfinished = `${report}.unfinished`;
  await pipeline(Readable.from(texts()), createWriteStream(unfinished));
  await rename(unfinished, report);
  return counts;
}
