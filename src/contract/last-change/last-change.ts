import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TABLES_WITH_LAST_CHANGE } from './changed-records.ts';
import { RecordIdParams } from '../wire.ts';

export type RecordWithLastChange = (typeof TABLES_WITH_LAST_CHANGE)[number];
/** The tables of the records whose screens only admins may open. */
export const ADMIN_ONLY_TABLES: readonly RecordWithLastChange[] = ['api_users', 'discounts', 'staff_users'];

/** The HTTP call for who changed a record last. The page that all records share shows it, so it belongs to no area. */
// prettier-ignore
export const lastChanges = {
  show: defineCall({ method: 'GET', path: '/api/last_changes/:record/:id', access: 'staff', ours: true, params: RecordIdParams.extend({ record: z.enum(TABLES_WITH_LAST_CHANGE) }), answer: z.object({ updated_by: z.string().nullable() }) }),
};
