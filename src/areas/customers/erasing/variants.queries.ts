import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { foldText } from '../../../contract/names/fold.ts';
import { escapeLike } from '../../../server/lists/list-filters.ts';
import type { Db } from '../../../server/process/context.ts';
import { MAX_SPELLING_VARIANTS } from './erasing.contract.ts';
import { spellingVariantsIn } from './written-forms.rules.ts';

const TEXTS_AT_ONCE = 50;

/**
 * Returns other spellings of a customer's names and e-mails, with other accents or hyphens, in the texts that erasing covers. Only
 * a person can say whose names they are. Reads the whole audit trail, as erasing does.
 */
export async function variantSpellings(db: Db, names: string[]): Promise<string[]> {
  const parts = [...new Set(names.map(foldText))].map((name) => `%${escapeLike(name)}%`);
  const { rows } = await sql<{ said: string }>`
    with texts as (
      select coalesce(before::text, '') || coalesce(after::text, '') as said from audit_entries
        where before is not null or after is not null
      union all select message from notices
      union all select coalesce(plan::text, '') || coalesce(answer::text, '') from operations where state = 'settled'
      union all select payload::text from webhook_events
      union all select coalesce(record::text, '') || coalesce(problems::text, '') || keys::text from import_rows
      union all select name || ' ' || filters::text from saved_views
      union all select asked from report_tickets)
    select said from texts where fold(said) like any(${parts}::text[])`.execute(db);
  const found = new Set<string>();
  for (const [at, { said }] of rows.entries()) {
    // A common name stands in thousands of texts, so the loop pauses to let the process serve other requests.
    // oxlint-disable-next-line no-await-in-loop
    if (at % TEXTS_AT_ONCE === TEXTS_AT_ONCE - 1) await setImmediate();
    for (const variant of spellingVariantsIn(said, names)) {
      found.add(variant);
      if (found.size === MAX_SPELLING_VARIANTS) return [...found];
    }
  }
  return [...found];
}
