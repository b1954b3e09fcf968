import type { Handlers } from '../../server/http/serve.ts';
import type { reportSchedules } from './report-schedules.contract.ts';
import {
  askForSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  pauseSchedule,
  readersToChoose,
  removeSchedule,
  resumeSchedule,
  updateSchedule,
} from './report-schedules.queries.ts';

export const reportScheduleHandlers: Handlers<typeof reportSchedules> = {
  index: ({ db, staff }) => findSchedules(db, staff),
  show: ({ db, staff, params }) => findSchedule(db, staff, params.id),
  recipients: ({ db, staff, query }) => readersToChoose(db, staff, query),
  create: ({ db, desk, staff, body }) => insertSchedule(db, body.report_schedule, { desk, staff }),
  update: ({ db, desk, staff, body }) => updateSchedule(db, body.id, body.report_schedule, { desk, staff }),
  remove: ({ db, staff, params }) => removeSchedule(db, params.id, staff),
  pause: ({ db, desk, staff, params }) => pauseSchedule(db, params.id, { desk, staff }),
  resume: ({ db, desk, staff, params }) => resumeSchedule(db, params.id, { desk, staff }),
  send: ({ db, desk, staff, params }) => askForSchedule(db, params.id, { desk, staff }),
};
