import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { DEFAULTS } from './defaults.texts.ts';
import { TITLES, type MailKind } from './email-templates.contract.ts';
import { renderLetter, type Letter } from './render.texts.ts';
import { sayable } from './variables.rules.ts';
import { notify } from '../notices/notices.queries.ts';

/** What staff saved last of each template, where they saved any. */
export type SavedTemplates = Partial<Record<MailKind, { id: number; content: string }>>;

/** A letter, and the version of its template that it was written from; null is the built-in one. */
export type WrittenLetter = Letter & { template_version_id: number | null };

/** The SQL of what was saved of these templates: part of the statement that reads what the letters are about. */
export const savedTemplates = (kinds: MailKind[]) => sql<SavedTemplates>`
  coalesce((select json_object_agg(template, json_build_object('id', id, 'content', content)) from (
    select distinct on (template) template, id, content from email_template_versions
    where template = any(${kinds}::text[]) order by template, id desc) newest), '{}')`;

/**
 * A letter from the template in use: the newest version that was saved, or the built-in one. A saved one that can not be
 * rendered stops neither a booking nor a refund: the built-in one serves, and staff are told.
 */
export async function writeLetter(
  db: Db,
  key: MailKind,
  { saved, variables: known }: { saved: SavedTemplates; variables: Record<string, unknown> },
): Promise<WrittenLetter> {
  const variables = sayable(key, known);
  const newest = saved[key];
  if (newest) {
    try {
      return { ...renderLetter(newest.content, variables), template_version_id: newest.id };
    } catch (error) {
      await tellOnce(db, key, error instanceof Error ? error.message : 'unknown');
    }
  }
  return { ...renderLetter(DEFAULTS[key], variables), template_version_id: null };
}

async function tellOnce(db: Db, key: MailKind, reason: string): Promise<void> {
  const message = `The e-mail template ${TITLES[key]} can not be used, so the built-in one is: ${reason}`;
  const told = await db
    .selectFrom('notices')
    .select('id')
    .where('dismissed_at', 'is', null)
    .where('message', '=', message)
    .executeTakeFirst();
  if (!told) await notify(db, { kind: 'template', message, tee_time_id: null });
}
