import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** An append-only JSONL file with one entry per line. */
export interface Journal<T> {
  /** The entries that the journal file contained when it was opened, oldest first. */
  readonly found: readonly T[];
  /** Adds an entry; the entry is on the disk when a later `durable` resolves. */
  append(entry: T): void;
  /** Resolves when all entries appended so far are synced to the disk; several waiting callers share one sync. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens or creates a journal file. A last line that a crash cut short was never acknowledged and is dropped; any
 * other unreadable line throws.
 */
export async function openJournal<T>(file: string, schema: z.ZodType<T>): Promise<Journal<T>> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+');
  const found = await readWhole(handle, file, schema).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  await syncFolder(dirname(file));

  let waiting: string[] = [];
  let flushed: Promise<void> = Promise.resolve();
  const flush = async () => {
    if (waiting.length === 0) return;
    const lines = waiting.join('');
    waiting = [];
    await handle.appendFile(lines);
    await handle.sync();
  };
  return {
    found,
    append(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`);
      flushed = flushed.then(flush);
      // After a failed write, every later `durable` rejects.
      flushed.catch(() => undefined);
    },
    durable: () => flushed,
    async close() {
      await flushed.finally(() => handle.close());
    },
  };
}

async function readWhole<T>(handle: FileHandle, file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = (await handle.readFile()).toString('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await handle.truncate(Buffer.byteLength(whole));
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => {
      try {
        return schema.parse(JSON.parse(line));
      } catch {
        throw new Error(`Line ${at + 1} of ${file} cannot be read; move the file away to start over.`);
      }
    });
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
