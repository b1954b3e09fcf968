import { defineCall } from '../call.ts';
import { CappedCountQuery, RowCount, CreatedInQuery } from '../wire.ts';

/**
 * The HTTP call that counts the tee-time list. It is not in the area of tee times, because records in which tee times
 * are booked use it, and that area depends on those records.
 */
// prettier-ignore
export const countTeeTimes = defineCall({ method: 'GET', path: '/api/tee_times/count', access: 'staff', query: CappedCountQuery.extend(CreatedInQuery.shape), answer: RowCount });
