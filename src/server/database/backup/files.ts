import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CannotStart } from '../../process/cannot-start.ts';
import { backupLine } from './lines.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Matches the names of the company's files in a data folder, apart from its database; a name with a leading dot
 * belongs to a half-written file.
 */
const KEPT = /^(?:(?:images|mailbox)\/[^./\\][^/\\]*|outside\/[a-z-]+\.jsonl)$/;
const FOLDERS = ['images', 'mailbox', 'outside'];

async function namesIn(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const folder of FOLDERS) {
    const found = await readdir(join(dataDir, folder)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    names.push(...found.map((name) => `${folder}/${name}`));
  }
  return names.filter((name) => KEPT.test(name)).toSorted();
}

const PIECE_BYTES = 256 * 1024;

/**
 * Yields the backup lines of the pictures, the mailbox and the simulators' journals. A file that is removed
 * concurrently is left out.
 */
export async function* fileBackupLines(dataDir: string): AsyncGenerator<string> {
  for (const name of await namesIn(dataDir)) {
    const file = await open(join(dataDir, name), 'r').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!file) continue;
    yield backupLine({ file: name });
    for await (const piece of file.createReadStream({ highWaterMark: PIECE_BYTES }))
      yield backupLine(Buffer.from(piece).toString('base64'));
  }
}

export type StagedBackupFiles = {
  file(name: string, bytes: Buffer | null): Promise<void>;
  /** Moves the restored pictures and e-mails into the data folder, beside the existing ones. */
  keep(): Promise<void>;
  /** Replaces the simulators' journals by the restored ones; called after the rows are committed. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** Holds the files of a backup in a separate folder until the whole backup has been read. */
export async function stageBackupFiles(dataDir: string): Promise<StagedBackupFiles> {
  const aside = join(dataDir, 'restoring');
  await rm(aside, { recursive: true, force: true });
  const put = async (wanted: (name: string) => boolean) => {
    for (const name of (await namesIn(aside)).filter(wanted)) {
      await mkdir(join(dataDir, dirname(name)), { recursive: true });
      await rename(join(aside, name), join(dataDir, name));
    }
  };
  const isBook = (name: string) => name.startsWith('outside/');
  return {
    file: async (name, bytes) => {
      if (!KEPT.test(name)) throw new CannotStart(`The backup has a file ${name}, which is none of RIC's.`);
      await mkdir(join(aside, dirname(name)), { recursive: true });
      const place = join(aside, name);
      await (bytes === null ? writeFile(place, '') : appendFile(place, bytes, { flush: true }));
    },
    keep: () => put((name) => !isBook(name)),
    finish: () => put(isBook),
    close: () => rm(aside, { recursive: true, force: true }),
  };
}

/** Writes a compressed file that only its owner can read: under a temporary name, renamed when it is on the disk. */
export async function writeBackupFile(path: string, texts: AsyncIterable<string>): Promise<void> {
  const place = resolve(path);
  const unfinished = join(dirname(place), `.${basename(place)}.unfinished`);
  await rm(unfinished, { force: true });
  try {
    await pipeline(
      texts,
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, place);
    const folder = await open(dirname(place), 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Reads the text of a compressed file that `writeBackupFile` wrote. */
export async function* readBackupFile(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const file = createReadStream(path).on('error', (error) => unzipped.destroy(error));
  file.pipe(unzipped).setEncoding('utf8');
  try {
    for await (const text of unzipped) yield String(text);
  } finally {
    file.destroy();
  }
}
