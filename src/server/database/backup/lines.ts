import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CannotStart } from '../../process/cannot-start.ts';

// A backup is lines of text, the same for the server and the embedded database: `{...}` announces a table or a file,
// `[...]` is a row with each value as PostgreSQL's own text, `"..."` is a piece of a file. The last line has the counts
// and a checksum of all lines before it.

export const BACKUP_VERSION = 1;

const Head = z.object({
  ric_backup: z.literal(BACKUP_VERSION),
  made_at: z.string(),
  migrations: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof Head>;

const End = z.object({ rows: z.record(z.string(), z.number()), files: z.number(), sha256: z.string() });

const Mark = z.union([
  Head,
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequences: z.record(z.string(), z.string()) }),
  z.object({ file: z.string() }),
  z.object({ end: End }),
]);
export type BackupMark = z.infer<typeof Mark>;

/** One element of a backup: a mark that announces a table or a file, the text of a row, or bytes of a file. */
export type BackupPart =
  { kind: 'mark'; mark: BackupMark } | { kind: 'row'; text: string } | { kind: 'bytes'; bytes: Buffer };

export const backupLine = (value: object | string): string => `${JSON.stringify(value)}\n`;

const spoiled = (cause?: unknown) =>
  new CannotStart('The backup is cut short or spoiled, so nothing was changed.', { cause });

/** Yields the lines of a backup, followed by a line with their counts and checksum. */
export async function* withChecksumLine(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const sum = createHash('sha256');
  const rows: Record<string, number> = {};
  let table = '';
  let files = 0;
  for await (const text of texts) {
    sum.update(text);
    yield text;
    if (text.startsWith('[')) rows[table] = (rows[table] ?? 0) + text.split('\n').length - 1;
    else if (text.startsWith('{')) {
      const mark = Mark.parse(JSON.parse(text));
      if ('table' in mark) rows[(table = mark.table)] = 0;
      if ('file' in mark) files += 1;
    }
  }
  yield backupLine({ end: { rows, files, sha256: sum.digest('hex') } });
}

async function* linesIn(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n');
    parts.push(first);
    for (const other of others) {
      yield parts.join('');
      parts = [other];
    }
  }
  if (parts.join('') !== '') throw spoiled();
}

/** Parses the lines of a backup; throws CannotStart if the last line, which `withChecksumLine` writes, is missing or wrong. */
export async function* parseBackupLines(texts: AsyncIterable<string>): AsyncGenerator<BackupPart> {
  const sum = createHash('sha256');
  let sha256: string | null = null;
  for await (const line of linesIn(texts)) {
    if (sha256 !== null) throw spoiled();
    const part = partOf(line);
    if (part.kind === 'mark' && 'end' in part.mark) {
      sha256 = part.mark.end.sha256;
      if (sum.digest('hex') !== sha256) throw spoiled();
    } else sum.update(line).update('\n');
    yield part;
  }
  if (sha256 === null) throw spoiled();
}

/** Reads a whole backup to verify its checksum, before any data of a damaged backup is used. */
export async function verifyBackupChecksum(texts: AsyncIterable<string>): Promise<void> {
  for await (const _ of parseBackupLines(texts));
}

function partOf(line: string): BackupPart {
  if (line.startsWith('[')) return { kind: 'row', text: line };
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'string') return { kind: 'bytes', bytes: Buffer.from(value, 'base64') };
    return { kind: 'mark', mark: Mark.parse(value) };
  } catch (error) {
    throw spoiled(error);
  }
}

/** Yields the texts of a stream; decompression errors become a message that an operator understands. */
export async function* withDecompressionErrors(texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? spoiled(error) : error;
  }
}
