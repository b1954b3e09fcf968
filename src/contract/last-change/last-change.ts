import { z } from 'zod';
import { call } from '../call.ts';
import { KEPT } from './kept-records.ts';
import { ById } from '../wire.ts';

export type KeptRecord = (typeof KEPT)[number];
/** Those whose screens are the admins'. */
export const OF_ADMINS: readonly KeptRecord[] = ['api_users', 'discounts', 'staff_users'];

/** Who changed a record last: asked by the shared page of all records, so it is no area's own. */
// prettier-ignore
export const lastChanges = {
  show: call({ method: 'GET', path: '/api/last_changes/:record/:id', access: 'staff', ours: true, params: ById.extend({ record: z.enum(KEPT) }), answer: z.object({ updated_by: z.string().nullable() }) }),
};
