import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CourseReference } from '../course-system.ts';
import { redact } from './redact.ts';

const MOST_SAMPLES = 50;

type UnreadableAnswer = {
  course: CourseReference;
  date: string;
  sentence: string;
  text: string;
  secrets: readonly string[];
};

/**
 * Saves an unreadable answer, redacted, as a file in the folder, and returns the file's name. The same text of the
 * same course is one file; beyond 50 files the oldest are deleted. Returns null if the disk fails, because a missing
 * sample must not fail a scrape.
 */
export async function saveAnswerSample(folder: string, kept: UnreadableAnswer): Promise<string | null> {
  const { course, date, sentence, text, secrets } = kept;
  const redacted = redact(text, secrets);
  const hash = createHash('sha256').update(`${course.course_ref} ${redacted}`).digest('hex').slice(0, 12);
  const name = `${course.system}-${hash}.txt`;
  const head = `${course.system} ${course.course_ref}, ${date}, read ${new Date().toISOString()}\n${sentence}\n\n`;
  try {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `.${name}.${process.pid}`);
    await writeFile(unfinished, head + redacted, { mode: 0o600 });
    await rename(unfinished, join(folder, name));
    await dropOldest(folder);
    return name;
  } catch {
    return null;
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  if (names.length <= MOST_SAMPLES) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = aged.toSorted((one, other) => other.at - one.at).slice(MOST_SAMPLES);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
