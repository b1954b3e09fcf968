import { RejectedByRule } from '../../../server/http/errors.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { writeWorkbook } from '../../../server/workbook/workbook.ts';
import { findCourseNames } from '../../course-choice/course-choice.queries.ts';
import { REPORT_CALLS, type ReportQuery, type ReportName } from '../../reports/reports.contract.ts';
import { runReport, workbookSheets, type ReadyReport } from '../../reports/running/run.steps.ts';
import {
  reportScreenAddress,
  reportQuery,
  findReportScreen,
  type ReportScreen,
  type ReportParameters,
} from '../../reports/screens/report-screens.rules.ts';
import { reportReaders } from '../report-schedules.queries.ts';
import { scheduledReportParameters } from '../words/ranges.rules.ts';
import { mayRunReport } from '../words/readers.rules.ts';
import type { DueSchedule } from './due.queries.ts';

export type ScheduledWorkbook = {
  title: string;
  period: string;
  file: string;
  /** The size of the workbook in bytes. */
  size: number;
  /** The workbook; null if it is too large for an e-mail. */
  bytes: Buffer | null;
  /** The last line of the report's first sheet, which says if the report agrees with the ledger. */
  agrees: string;
  recipients: string[];
  /** The address of the report's screen with the same days. */
  link: string;
};
type MakeReportOptions = { today: string; mostBytes: number; gone: AbortSignal };

/**
 * Runs a scheduled report with the current rights of its owner, for the recipients who may read it now. `today` is the day that
 * the report's range is relative to. Throws RejectedByRule with a reason if the owner may not run the report, nobody may read it, or
 * it cannot be made.
 */
export async function makeScheduledReport(
  app: AppContext,
  schedule: DueSchedule,
  options: MakeReportOptions,
): Promise<ScheduledWorkbook> {
  const { report, owner } = schedule;
  if (owner.is_removed) throw new RejectedByRule(`${owner.name}, whose report this is, is no longer a user.`);
  if (!mayRunReport(report, owner))
    throw new RejectedByRule(`${owner.name}, whose report this is, may not run it any more.`);
  const readers = await reportReaders(app.db, report, owner);
  const recipients = readers
    .filter(({ id }) => schedule.recipient_ids.includes(id))
    .map(({ email }) => email);
  if (recipients.length === 0)
    throw new RejectedByRule('Nobody is left to send it to who may read this report.');
  const screen = findReportScreen(report);
  const values = scheduledReportParameters(schedule, options.today);
  const query = await checkedQuery(app, screen, values);
  const run = { name: report, query, staff: owner, gone: options.gone, isScheduled: true } as const;
  const made = await runReport(app, run, (ready, signal) => written(ready, signal, options.mostBytes));
  return { ...made, recipients, link: app.settings.officeUrl + reportScreenAddress(screen, values) };
}

async function checkedQuery(app: AppContext, screen: ReportScreen, values: ReportParameters) {
  const all = async () => (await findCourseNames(app.db, 'all')).map(([id]) => ({ id }));
  const courses = values.courses ?? (screen.asks.includes('courses') ? await all() : null);
  const { query } = reportQuery(screen, { ...values, courses });
  // The schema of this report has checked the query.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return REPORT_CALLS[screen.name].shown.query.parse(query) as ReportQuery<ReportName>;
}

// A report is read to its end even after it became too large, so that a disagreement with the ledger is found.
async function written(ready: ReadyReport, signal: AbortSignal, most: number) {
  let agrees = '';
  const sheets = workbookSheets(ready).map((sheet, at) => ({
    ...sheet,
    last: () => {
      const summary = typeof sheet.last === 'string' ? sheet.last : sheet.last();
      if (at === 0) agrees = summary;
      return summary;
    },
  }));
  let size = 0;
  let chunks: Uint8Array[] = [];
  const stream: AsyncIterable<Uint8Array> = writeWorkbook(sheets, { signal });
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) chunks = [];
    else chunks.push(chunk);
  }
  const { title, period, file } = ready;
  return { title, period, file, size, agrees, bytes: size > most ? null : Buffer.concat(chunks) };
}
