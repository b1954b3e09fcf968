import type { Handlers } from '../../server/http/serve.ts';
import type { reportSchedules } from './report-schedules.contract.ts';
import {
  askForSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  pauseSchedule,
  readerChoices,
  removeSchedule,
  resumeSchedule,
  updateSchedule,
} from './report-schedules.queries.ts';

export const reportScheduleHandlers: Handlers<typeof reportSchedules> = {
  index: ({ db, staff }) => findSchedules(db, staff),
  show: ({ db, staff, params }) => findSchedule(db, staff, params.id),
  recipients: ({ db, staff, query }) => readerChoices(db, staff, query),
  create: ({ db, app, staff, body }) => insertSchedule(db, body.report_schedule, { app, staff }),
  update: ({ db, app, staff, body }) => updateSchedule(db, body.id, body.report_schedule, { app, staff }),
  remove: ({ db, staff, params }) => removeSchedule(db, params.id, staff),
  pause: ({ db, app, staff, params }) => pauseSchedule(db, params.id, { app, staff }),
  resume: ({ db, app, staff, params }) => resumeSchedule(db, params.id, { app, staff }),
  send: ({ db, app, staff, params }) => askForSchedule(db, params.id, { app, staff }),
};
