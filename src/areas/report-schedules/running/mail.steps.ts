import { businessNow } from '../../../contract/dates.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { WORKBOOK_TYPE } from '../../../server/http/download.ts';
import { RejectedByRule } from '../../../server/http/errors.ts';
import type { Db, AppContext, Staff } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { startTimer, logTimerFailure } from '../../../server/process/timer.ts';
import { audit } from '../../audit/audit.queries.ts';
import { createNotice } from '../../notices/notices.queries.ts';
import { insertOperation, settleOperation } from '../../operations/operations.queries.ts';
import { deleteOldAttachedFiles } from '../../outbox/outbox.queries.ts';
import { queueReportEmails, emailSenderName } from '../../outbox/queue.steps.ts';
import { findReportScreen } from '../../reports/screens/report-screens.rules.ts';
import { lastDueDay, nextDueTime, scheduleTimesText } from '../words/when.rules.ts';
import {
  recordScheduleRun,
  releaseSchedule,
  renewScheduleLease,
  leaseDueSchedule,
  type DueSchedule,
} from './due.queries.ts';
import { reportEmail, formatFileSize, pausedScheduleEmail, pausedScheduleNotice } from './mail.texts.ts';
import { makeScheduledReport, type ScheduledWorkbook } from './make.steps.ts';

/** The largest workbook, in bytes, that is attached to an e-mail; a larger one is replaced by a link. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;
/** The number of failures in a row after which a schedule is paused. */
export const MOST_SCHEDULE_FAILURES = 5;
const FIRST_RETRY_MS = 600_000;
const BEAT_MS = 2_000;

type Round = { isStopping?: () => boolean; mostBytes?: number };

/** Mails the reports that are due or were requested, one after the other. Returns the number of attempted runs. */
export async function mailDueReports(
  app: AppContext,
  { isStopping = () => false, mostBytes = MOST_ATTACHED_BYTES }: Round = {},
) {
  for (let tried = 0; ; tried += 1) {
    const schedule = isStopping() ? null : await leaseDueSchedule(app.db, app.now());
    if (!schedule) return tried;
    dieAtFaultPoint('reports.leased');
    if (schedule.was_left && schedule.failures >= MOST_SCHEDULE_FAILURES) await fail(app, schedule, LEFT);
    else await mailReport(app, schedule, { isStopping, mostBytes });
  }
}

// A report may end its process, for example by needing too much memory. It must not end one process after another forever.
const LEFT = 'RIC ended each time while it was made.';

async function mailReport(
  app: AppContext,
  schedule: DueSchedule,
  { isStopping, mostBytes }: Required<Round>,
) {
  const stop = new AbortController();
  const beat = startTimer(BEAT_MS, 'report under way', async () => {
    if (isStopping()) stop.abort();
    else await renewScheduleLease(app.db, schedule);
  });
  try {
    const made = await makeScheduledReport(app, schedule, {
      today: dayOf(app, schedule),
      mostBytes,
      gone: stop.signal,
    });
    dieAtFaultPoint('reports.made');
    await runTransaction(app.db, (db) => letOut(db, app, schedule, made));
  } catch (error) {
    // This process shuts down, so another process will make the report.
    if (stop.signal.aborted) await releaseSchedule(app.db, schedule);
    else await fail(app, schedule, reasonOf(error));
  } finally {
    await beat.stop();
  }
}

/**
 * Returns the day, in the office's time zone, that a report's range is relative to: the last due day, however late the run is,
 * or the day of the request.
 */
function dayOf({ now, settings: { businessTimeZone: zone } }: AppContext, schedule: DueSchedule): string {
  const { asked_at } = schedule;
  return asked_at === null ? lastDueDay(schedule, now(), zone) : businessNow(new Date(asked_at), zone).date;
}

// A run that somebody requested leaves the schedule's due times unchanged.
function nextOf({ now, settings }: AppContext, schedule: DueSchedule): Date | null {
  return schedule.asked_at === null ? nextDueTime(schedule, now(), settings.businessTimeZone) : null;
}

async function letOut(
  db: Db,
  app: AppContext,
  schedule: DueSchedule,
  made: ScheduledWorkbook,
): Promise<void> {
  const ended = { last_run_at: app.now(), last_error: null, failures: 0, paused_at: null };
  if (!(await recordScheduleRun(db, schedule, { ...ended, next_run_at: nextOf(app, schedule) }))) return;
  const { title, period, agrees, file, size, bytes, link, recipients } = made;
  const letter = reportEmail({
    title,
    period,
    agrees,
    file,
    link,
    size: formatFileSize(size),
    is_link: bytes === null,
    sender: emailSenderName(app.settings),
    schedule: scheduleTimesText(schedule),
    owner: schedule.owner.name,
  });
  const attached = bytes && { name: file, type: WORKBOOK_TYPE, bytes };
  await deleteOldAttachedFiles(db);
  const operation_id = await queue(db, app, schedule, { letter, recipients, file: attached });
  await audit(db, {
    made_by: schedule.owner.name,
    from: { operation_id },
    action: 'mailed',
    subject: 'report_schedule',
    subject_id: schedule.id,
    after: { report: schedule.report, period, file, size, recipients },
  });
}

type Queued = Pick<Parameters<typeof queueReportEmails>[1], 'letter' | 'recipients' | 'file'>;

async function queue(
  db: Db,
  { settings }: AppContext,
  { id, owner }: DueSchedule,
  queued: Queued,
): Promise<string> {
  // The schedule acts for its owner without a browser, so there is no session and no network address.
  const staff: Staff = { ...owner, client: '', address: 'schedule' };
  const operation_id = await insertOperation(db, {
    kind: 'send',
    actor: staff,
    fingerprint: `report schedule ${id}`,
  });
  await queueReportEmails(db, { ...queued, operation_id, settings });
  await settleOperation(db, operation_id, 200, {});
  return operation_id;
}

function reasonOf(error: unknown): string {
  if (error instanceof RejectedByRule) return error.message;
  logTimerFailure('report schedules', error);
  return 'It could not be made. The reason is in the log.';
}

/**
 * Retries a failed run after 10, 20, 40 and 80 minutes, then pauses the schedule. A run that somebody requested is not retried.
 * The failure `LEFT` was counted already when the schedule was leased.
 */
async function fail(app: AppContext, schedule: DueSchedule, reason: string): Promise<void> {
  const now = app.now();
  const isAsked = schedule.asked_at !== null;
  const failures = schedule.failures + (isAsked || reason === LEFT ? 0 : 1);
  const isPaused = !isAsked && failures >= MOST_SCHEDULE_FAILURES;
  const retry = new Date(now.getTime() + FIRST_RETRY_MS * 2 ** (failures - 1));
  const next_run_at = isAsked ? null : isPaused ? nextOf(app, schedule) : retry;
  await runTransaction(app.db, async (db) => {
    const ended = { last_run_at: now, last_error: reason, failures, next_run_at };
    if (!(await recordScheduleRun(db, schedule, { ...ended, paused_at: isPaused ? now : null }))) return;
    await audit(db, {
      made_by: schedule.owner.name,
      from: { address: 'schedule' },
      action: 'not mailed',
      subject: 'report_schedule',
      subject_id: schedule.id,
      after: { report: schedule.report, reason },
    });
    if (isPaused) await sayStopped(db, app, schedule, { failures, reason });
  });
  if (isPaused) app.live.tell('notices');
}

async function sayStopped(
  db: Db,
  app: AppContext,
  schedule: DueSchedule,
  why: { failures: number; reason: string },
): Promise<void> {
  const { owner, report } = schedule;
  const { settings } = app;
  const words = {
    ...why,
    title: findReportScreen(report).title,
    schedule: scheduleTimesText(schedule),
    sender: emailSenderName(settings),
    link: `${settings.officeUrl}/reports`,
  };
  // If the schedule's owner was removed, everybody gets the notice.
  const staff_user_id = owner.is_removed ? null : owner.id;
  await createNotice(db, {
    kind: 'report',
    message: pausedScheduleNotice(words),
    tee_time_id: null,
    staff_user_id,
  });
  if (owner.is_removed) return;
  await queue(db, app, schedule, {
    letter: pausedScheduleEmail(words),
    recipients: [owner.email],
    file: null,
  });
}
