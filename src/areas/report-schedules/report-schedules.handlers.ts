import type { CallHandlers } from '../../server/http/serve.ts';
import type { reportSchedules } from './report-schedules.contract.ts';
import {
  requestScheduleRun,
  findSchedule,
  findSchedules,
  insertSchedule,
  pauseSchedule,
  recipientChoices,
  removeSchedule,
  resumeSchedule,
  updateSchedule,
} from './report-schedules.queries.ts';

export const reportScheduleHandlers: CallHandlers<typeof reportSchedules> = {
  index: ({ db, staff }) => findSchedules(db, staff),
  show: ({ db, staff, params }) => findSchedule(db, staff, params.id),
  recipients: ({ db, staff, query }) => recipientChoices(db, staff, query),
  create: ({ db, app, staff, body }) => insertSchedule(db, body.report_schedule, { app, staff }),
  update: ({ db, app, staff, body }) => updateSchedule(db, body.id, body.report_schedule, { app, staff }),
  remove: ({ db, staff, params }) => removeSchedule(db, params.id, staff),
  pause: ({ db, app, staff, params }) => pauseSchedule(db, params.id, { app, staff }),
  resume: ({ db, app, staff, params }) => resumeSchedule(db, params.id, { app, staff }),
  send: ({ db, app, staff, params }) => requestScheduleRun(db, params.id, { app, staff }),
};
