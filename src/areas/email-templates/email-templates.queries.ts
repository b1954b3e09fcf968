import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { BUILT_IN_TEMPLATES } from './defaults.texts.ts';
import { TEMPLATE_TITLES, type TemplateKind } from './email-templates.contract.ts';
import { renderEmail, type RenderedEmail } from './render.texts.ts';
import { allowedVariables } from './variables.rules.ts';
import { createNotice } from '../notices/notices.queries.ts';

/** The newest saved version of each template that has one. */
export type SavedTemplates = Partial<Record<TemplateKind, { id: number; content: string }>>;

/** An e-mail, and the id of the template version that it was written from; null means the built-in template. */
export type WrittenEmail = RenderedEmail & { template_version_id: number | null };

/** SQL for the newest saved versions of templates, used inside the statement that reads the records for the e-mails. */
export const savedTemplatesSql = (kinds: TemplateKind[]) => sql<SavedTemplates>`
  coalesce((select json_object_agg(template, json_build_object('id', id, 'content', content)) from (
    select distinct on (template) template, id, content from email_template_versions
    where template = any(${kinds}::text[]) order by template, id desc) newest), '{}')`;

/**
 * Writes an e-mail from the template in use: the newest saved version, else the built-in template. If a saved version cannot be
 * rendered, that must not stop a booking or a refund, so the built-in template is used and a notice is created for staff.
 */
export async function writeEmailFromTemplate(
  db: Db,
  key: TemplateKind,
  { saved, variables: known }: { saved: SavedTemplates; variables: Record<string, unknown> },
): Promise<WrittenEmail> {
  const variables = allowedVariables(key, known);
  const newest = saved[key];
  if (newest) {
    try {
      return { ...renderEmail(newest.content, variables), template_version_id: newest.id };
    } catch (error) {
      await tellOnce(db, key, error instanceof Error ? error.message : 'unknown');
    }
  }
  return { ...renderEmail(BUILT_IN_TEMPLATES[key], variables), template_version_id: null };
}

async function tellOnce(db: Db, key: TemplateKind, reason: string): Promise<void> {
  const message = `The e-mail template ${TEMPLATE_TITLES[key]} cannot be used, so the built-in one is: ${reason}`;
  const notice = await db
    .selectFrom('notices')
    .select('id')
    .where('dismissed_at', 'is', null)
    .where('message', '=', message)
    .executeTakeFirst();
  if (!notice) await createNotice(db, { kind: 'template', message, tee_time_id: null });
}
