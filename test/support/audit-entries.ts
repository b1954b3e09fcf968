import { z } from 'zod';
import type { TestApp } from './app.ts';

/** The audit entries of a record, oldest first; `key` is its name in bodies. */
export async function auditOf(app: TestApp, key: string, id: number | null) {
  const subject = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['made_by', 'address', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .where('subject_id', id === null ? 'is' : '=', id)
    .orderBy('id')
    .execute();
  const Shown = z.record(z.string(), z.unknown()).nullable();
  return entries.map(({ before, after, ...entry }) => ({
    ...entry,
    before: Shown.parse(before),
    after: Shown.parse(after),
  }));
}

/** The id of the last audit entry, which changes with every write. */
export const newestEntry = (app: TestApp) =>
  app.db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
