import { call } from '../call.ts';
import { CappedCountQuery, Count, CreatedIn } from '../wire.ts';

/** Counts the tee-time list. Records that tee times are booked in ask for it too, and they stand below that area. */
// prettier-ignore
export const countTeeTimes = call({ method: 'GET', path: '/api/tee_times/count', access: 'staff', query: CappedCountQuery.extend(CreatedIn.shape), answer: Count });
