import { sql } from 'kysely';
import { NotFound, StaleRecord } from '../../server/http/errors.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { BUILT_IN_TEMPLATES } from '../email-templates/defaults.texts.ts';
import type { TemplateKind } from '../email-templates/email-templates.contract.ts';
import type { TemplateVersion } from './template-editor.contract.ts';

const MOST_VERSIONS = 500;

/** Returns the text of the template that is in use, and its version; nulls for the built-in template. */
export async function findTemplateInUse(db: Db, template: TemplateKind) {
  const newest = await db
    .selectFrom('email_template_versions')
    .selectAll()
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    content: newest?.content ?? BUILT_IN_TEMPLATES[template],
    version_id: newest?.id ?? null,
    updated_at: newest?.created_at ?? null,
    updated_by: newest?.created_by ?? null,
  };
}

/** Returns the saved versions of a template, the newest first. */
export const findTemplateVersions = (db: Db, template: TemplateKind): Promise<TemplateVersion[]> =>
  db
    .selectFrom('email_template_versions')
    .select(['id', 'created_at', 'created_by'])
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .limit(MOST_VERSIONS)
    .execute();

/** Returns the text of a saved version; without an id, that of the built-in template. */
export async function findVersionContent(db: Db, template: TemplateKind, id: number | null | undefined) {
  if (id === null || id === undefined) return { content: BUILT_IN_TEMPLATES[template] };
  const version = await db
    .selectFrom('email_template_versions')
    .select('content')
    .where('template', '=', template)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!version) throw new NotFound('This version');
  return version;
}

type Fresh = { template: TemplateKind; content: string; updated_at?: string | null | undefined };

/**
 * Saves a template as a new version. Throws StaleRecord if somebody else saved since the client loaded it. A text equal to the one in
 * use makes no new version, because a client that lost the answer saves again.
 */
export async function insertTemplateVersion(db: Db, { template, content, updated_at }: Fresh, staff: Staff) {
  // A concurrent save waits for the lock and then compares with this version; e-mails are written without waiting.
  await sql`lock table email_template_versions in share row exclusive mode`.execute(db);
  const before = await findTemplateInUse(db, template);
  if (before.version_id !== null && before.content === content) return { ...before, isNew: false };
  if (updated_at !== undefined && updated_at !== before.updated_at && before.updated_at !== null)
    throw new StaleRecord(before.updated_by, before.updated_at);
  await db
    .insertInto('email_template_versions')
    .values({ template, content, created_by: staff.name, created_at: sql<string>`clock_timestamp()` })
    .execute();
  return { ...(await findTemplateInUse(db, template)), isNew: true };
}
