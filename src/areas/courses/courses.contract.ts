import { call } from '../../contract/call.ts';
import { Pairs } from '../../contract/wire.ts';

// prettier-ignore
export const courses = {
  list:         call({ method: 'GET', path: '/api/courses/list',          access: 'staff', answer: Pairs }),
  liveList:     call({ method: 'GET', path: '/api/courses/live_list',     access: 'staff', answer: Pairs }),
  internalList: call({ method: 'GET', path: '/api/courses/internal_list', access: 'staff', answer: Pairs }),
};
