import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Db } from '../../../server/process/context.ts';
import type { FileRow } from '../reading/header.rules.ts';

const smaller = promisify(gzip);
const larger = promisify(gunzip);
const Rows = z.array(
  z.object({ line: z.number(), cells: z.array(z.string()), masked: z.array(z.number()).optional() }),
);

/** Stores some rows of an import file, compressed, in the order of their lines. */
export async function storeImportPiece(
  db: Db,
  import_file_id: number,
  rows: readonly FileRow[],
): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const bytes = await smaller(JSON.stringify(rows));
  await db
    .insertInto('import_pieces')
    .values({ import_file_id, last_line: last.line, rows: bytes })
    .execute();
}

/** Yields the rows of a stored import file, one portion after the other. */
export async function* readStoredRows(db: Db, import_file_id: number): AsyncGenerator<FileRow> {
  for (let after = 0; ;) {
    const piece = await db
      .selectFrom('import_pieces')
      .select(['last_line', 'rows'])
      .where('import_file_id', '=', import_file_id)
      .where('last_line', '>', after)
      .orderBy('last_line')
      .limit(1)
      .executeTakeFirst();
    if (!piece) return;
    for (const { masked, ...row } of Rows.parse(JSON.parse(String(await larger(piece.rows)))))
      yield { ...row, ...(masked && { masked }) };
    after = piece.last_line;
  }
}
