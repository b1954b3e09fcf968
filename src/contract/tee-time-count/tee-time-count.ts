import { call } from '../call.ts';
import { CappedCountQuery, Count, CreatedIn } from '../wire.ts';

/**
 * The HTTP call that counts the tee-time list. It is not in the area of tee times, because records in which tee times
 * are booked use it, and that area depends on those records.
 */
// prettier-ignore
export const countTeeTimes = call({ method: 'GET', path: '/api/tee_times/count', access: 'staff', query: CappedCountQuery.extend(CreatedIn.shape), answer: Count });
