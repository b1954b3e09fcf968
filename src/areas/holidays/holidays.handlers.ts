import type { Handlers } from '../../server/http/serve.ts';
import type { holidays } from './holidays.contract.ts';
import { deleteHoliday, findHoliday, holidayList, insertHoliday, updateHoliday } from './holidays.queries.ts';

export const holidayHandlers: Handlers<typeof holidays> = {
  index: ({ db, query }) => holidayList.page(db, query),
  count: ({ db, query }) => holidayList.count(db, query),
  show: ({ db, params }) => findHoliday(db, params.id),
  create: ({ db, desk, body, staff }) => insertHoliday(db, body.holiday, { desk, staff }),
  update: ({ db, desk, body, staff }) => updateHoliday(db, body.id, body.holiday, { desk, staff }),
  remove: ({ db, desk, params }) => deleteHoliday(db, desk, params.id),
};
