import { sql } from 'kysely';
import { ADMIN_ONLY_TABLES, type lastChanges } from '../../contract/last-change/last-change.ts';
import { Forbidden, NotFound } from '../../server/http/errors.ts';
import type { CallHandlers } from '../../server/http/serve.ts';

export const lastChangeHandlers: CallHandlers<typeof lastChanges> = {
  show: async ({ db, staff, params: { record, id } }) => {
    if (ADMIN_ONLY_TABLES.includes(record) && staff.level !== 'admin') throw new Forbidden();
    const { rows } = await sql<{ updated_by: string | null }>`
      select updated_by from ${sql.table(record)} where id = ${id}`.execute(db);
    if (!rows[0]) throw new NotFound();
    return rows[0];
  },
};
