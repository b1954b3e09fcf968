import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Pairs } from '../../contract/wire.ts';

/** A course as forms send it; nothing chosen yet is refused as missing. */
export const ChosenCourse = z.object(
  { id: z.coerce.number<number | string | null>().int('is required').positive('is required') },
  'is required',
);

// prettier-ignore
export const courses = {
  list:         call({ method: 'GET', path: '/api/courses/list',          access: 'staff', answer: Pairs }),
  liveList:     call({ method: 'GET', path: '/api/courses/live_list',     access: 'staff', answer: Pairs }),
  internalList: call({ method: 'GET', path: '/api/courses/internal_list', access: 'staff', answer: Pairs }),
};
