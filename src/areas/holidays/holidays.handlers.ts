import type { CallHandlers } from '../../server/http/serve.ts';
import type { holidays } from './holidays.contract.ts';
import { deleteHoliday, findHoliday, holidayList, insertHoliday, updateHoliday } from './holidays.queries.ts';

export const holidayHandlers: CallHandlers<typeof holidays> = {
  index: ({ db, query }) => holidayList.page(db, query),
  count: ({ db, query }) => holidayList.count(db, query),
  show: ({ db, params }) => findHoliday(db, params.id),
  create: ({ db, app, body, staff }) => insertHoliday(db, body.holiday, { app, staff }),
  update: ({ db, app, body, staff }) => updateHoliday(db, body.id, body.holiday, { app, staff }),
  remove: ({ db, app, params }) => deleteHoliday(db, app, params.id),
};
