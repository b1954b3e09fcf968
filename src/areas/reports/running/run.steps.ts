import { sql } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import { RejectedByRule } from '../../../server/http/errors.ts';
import type { Db, AppContext, Staff } from '../../../server/process/context.ts';
import {
  MAX_SHEET_ROWS,
  tooManyRowsText,
  type SheetRow,
  type WorkbookSheet,
} from '../../../server/workbook/workbook.ts';
import { createNoticeOnce } from '../../notices/notices.queries.ts';
import { requireCourses } from '../../course-choice/course-choice.queries.ts';
import { currentMoment } from '../../tee-times/moment/moment.queries.ts';
import type { UnreadReport, ReportInput, UnreadReportSheet } from '../made/report-input.queries.ts';
import { FILE_NAME_DAYS, REPORT_MAKERS } from '../made/reports.queries.ts';
import type { ReportQuery, ReportName } from '../reports.contract.ts';
import { formatMoney } from '../../../contract/money.ts';
import { workbookFileName, formatMoment } from '../words/period.rules.ts';
import { ReportQueue, type ReportRun } from './report-queue.rules.ts';
import { readInReportSnapshot } from './snapshot.queries.ts';

const AT_ONCE = 2;
const line = new ReportQueue(AT_ONCE);

/** Returns the current runs that a person started at a screen, with the number of other reports that are read before each. */
export const currentReportRuns = (staff: Pick<Staff, 'id'>) =>
  line.of(staff.id).filter(({ run }) => !run.isScheduled);

/** Stops the run of a report, waiting or being read. */
export const stopReportRun = ({ stop }: ReportRun): void =>
  stop.abort(new RejectedByRule('This report was stopped.'));

export type RunReportOptions<Name extends ReportName> = {
  name: Name;
  query: ReportQuery<Name>;
  staff: Pick<Staff, 'id' | 'name' | 'level'>;
  /** Aborts when the client that asked for the report has disconnected. */
  gone?: AbortSignal;
  /** Set for a run by a report schedule, which has the rights of the schedule's owner. */
  isScheduled?: true;
  /** A report with more rows in a sheet is rejected. */
  mostRows?: number;
};
/** A report whose sheets are ready to be read, one after the other; `run` says who ran the report and when. */
export type ReadyReport = Omit<UnreadReport, 'agreement'> & { run: string; file: string };

/** Throws InvalidFields with an error of the field `courses` if the query names an unknown course. */
export const requireKnownCourses = (db: Db, query: ReportQuery<ReportName>): Promise<void> =>
  'courses' in query ? requireCourses(db, query.courses, 'courses') : Promise.resolve();

/** Returns the sheets of a report's workbook. */
export const workbookSheets = ({ title, period, run, sheets }: ReadyReport): WorkbookSheet[] =>
  sheets.map(({ period: own = period, ...sheet }) => ({ ...sheet, title, lines: [own, run] }));

/**
 * Runs a report as soon as the queue admits it. On a database server all sheets are read from one snapshot; on the embedded
 * database each sheet has its own, so that other calls are served in between. A disagreement with the ledger becomes a notice.
 * Rejects with Refused if the run is stopped or has too many rows.
 */
export async function runReport<Name extends ReportName, T>(
  app: AppContext,
  options: RunReportOptions<Name>,
  read: (ready: ReadyReport, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { name, staff, gone, isScheduled = false } = options;
  const run: ReportRun = {
    staff_user_id: staff.id,
    report: name,
    rows: 0,
    isWaiting: true,
    isScheduled,
    stop: new AbortController(),
  };
  const leave = () => stopReportRun(run);
  gone?.addEventListener('abort', leave, { once: true });
  if (gone?.aborted) leave();
  const { signal } = run.stop;
  return line.inTurn(run, async () => {
    if (app.forReports.isApart)
      return readInReportSnapshot(app, async (db) => {
        const { agreement, ...report } = await made(app, db, options);
        const answer = await read(
          { ...report, sheets: report.sheets.map((sheet) => watched(sheet, run)) },
          signal,
        );
        await tellDisagreement(app, report, agreement);
        return answer;
      });
    // The embedded database has a single connection, shared with all other calls. So a report does not hold the connection
    // between portions of rows, nor while the client reads.
    const { agreement, ...report } = await made(app, app.forReports.db, options);
    const sheets: UnreadReportSheet[] = [];
    for (const sheet of report.sheets) sheets.push(await readWhole(watched(sheet, run)));
    await tellDisagreement(app, report, agreement);
    return read({ ...report, sheets }, signal);
  });
}

async function made<Name extends ReportName>(app: AppContext, db: Db, options: RunReportOptions<Name>) {
  const { name, query, staff, mostRows = MAX_SHEET_ROWS } = options;
  const moment = currentMoment(app);
  const { businessTimeZone: zone } = app.settings;
  const { date: today } = businessNow(moment.instant, zone);
  const input: ReportInput<ReportQuery<Name>> = { db, query, staff, moment, zone, today };
  const report = await REPORT_MAKERS[name](input);
  if (report.expected && (await report.expected()) > mostRows)
    throw new RejectedByRule(tooManyRowsText(mostRows));
  const newest = await newestBooking(db, zone);
  const run = [`Run by ${staff.name}, ${formatMoment(moment.instant, zone)}`, newest, report.parameters];
  const file = workbookFileName(name, ...FILE_NAME_DAYS[name](query, today));
  return { ...report, run: run.filter(Boolean).join(', '), file };
}

async function newestBooking(db: Db, zone: string): Promise<string> {
  const { rows } = await sql<{ id: number; created_at: string }>`select id, created_at from tee_times
    where state in ('booked', 'cancel_pending', 'canceled') order by created_at desc, id desc limit 1`.execute(
    db,
  );
  const [newest] = rows;
  return newest
    ? `newest booking ${newest.id} of ${formatMoment(new Date(newest.created_at), zone)}`
    : 'no booking yet';
}

/** Counts a sheet's rows while they are read, until the run is stopped. */
function watched(sheet: UnreadReportSheet, run: ReportRun): UnreadReportSheet {
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    for await (const batch of sheet.rows) {
      run.stop.signal.throwIfAborted();
      run.rows += batch.length;
      yield batch;
    }
  }
  return { ...sheet, rows: rows() };
}

async function readWhole(sheet: UnreadReportSheet): Promise<UnreadReportSheet> {
  const rows: (readonly SheetRow[])[] = [];
  for await (const batch of sheet.rows) rows.push(batch);
  return { ...sheet, rows, last: typeof sheet.last === 'string' ? sheet.last : sheet.last() };
}

async function tellDisagreement(
  app: AppContext,
  { title, period }: Pick<UnreadReport, 'title' | 'period'>,
  agreement: UnreadReport['agreement'],
): Promise<void> {
  const offBy = agreement?.offBy ?? 0;
  if (offBy === 0) return;
  const message = `${title}, ${period}, does not agree with the ledger. Please escalate. Off by ${formatMoney(Math.abs(offBy))}.`;
  const isNew = await createNoticeOnce(app.db, { kind: 'ledger', message, tee_time_id: null });
  if (isNew) app.live.tell('notices');
}
