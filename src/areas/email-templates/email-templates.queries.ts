import type { Db } from '../../server/context.ts';
import { DEFAULTS, type TemplateKey } from './defaults.ts';

/** The template in use: the newest version that was saved, or the built-in one. */
export async function findTemplate(db: Db, key: TemplateKey): Promise<string> {
  const saved = await db
    .selectFrom('email_template_versions')
    .select('content')
    .where('template', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return saved?.content ?? DEFAULTS[key];
}
