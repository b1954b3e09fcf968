import { Refused } from '../../../server/http/errors.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { workbook } from '../../../server/workbook/workbook.ts';
import { coursePairs } from '../../course-choice/course-choice.queries.ts';
import { REPORTS, type QueryOf, type ReportName } from '../../reports/reports.contract.ts';
import { runReport, reportSheets, type ReadyReport } from '../../reports/running/run.steps.ts';
import {
  addressWith,
  reportQuery,
  screenOf,
  type ReportScreen,
  type Values,
} from '../../reports/screens/report-screens.rules.ts';
import { reportReaders } from '../report-schedules.queries.ts';
import { valuesOn } from '../words/ranges.rules.ts';
import { mayRun } from '../words/readers.rules.ts';
import type { DueSchedule } from './due.queries.ts';

export type MailedWorkbook = {
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
 * the report's range is relative to. Throws Refused with a reason if the owner may not run the report, nobody may read it, or
 * it cannot be made.
 */
export async function makeReport(
  app: AppContext,
  schedule: DueSchedule,
  options: MakeReportOptions,
): Promise<MailedWorkbook> {
  const { report, owner } = schedule;
  if (owner.is_removed) throw new Refused(`${owner.name}, whose report this is, is no longer a user.`);
  if (!mayRun(report, owner))
    throw new Refused(`${owner.name}, whose report this is, may not run it any more.`);
  const readers = await reportReaders(app.db, report, owner);
  const recipients = readers
    .filter(({ id }) => schedule.recipient_ids.includes(id))
    .map(({ email }) => email);
  if (recipients.length === 0) throw new Refused('Nobody is left to send it to who may read this report.');
  const screen = screenOf(report);
  const values = valuesOn(schedule, options.today);
  const query = await checkedQuery(app, screen, values);
  const run = { name: report, query, staff: owner, gone: options.gone, isScheduled: true } as const;
  const made = await runReport(app, run, (ready, signal) => written(ready, signal, options.mostBytes));
  return { ...made, recipients, link: app.settings.officeUrl + addressWith(screen, values) };
}

async function checkedQuery(app: AppContext, screen: ReportScreen, values: Values) {
  const all = async () => (await coursePairs(app.db, 'all')).map(([id]) => ({ id }));
  const courses = values.courses ?? (screen.asks.includes('courses') ? await all() : null);
  const { query } = reportQuery(screen, { ...values, courses });
  // The schema of this report has checked the query.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return REPORTS[screen.name].shown.query.parse(query) as QueryOf<ReportName>;
}

// A report is read to its end even after it became too large, so that a disagreement with the ledger is found.
async function written(ready: ReadyReport, signal: AbortSignal, most: number) {
  let agrees = '';
  const sheets = reportSheets(ready).map((sheet, at) => ({
    ...sheet,
    last: () => {
      const summary = typeof sheet.last === 'string' ? sheet.last : sheet.last();
      if (at === 0) agrees = summary;
      return summary;
    },
  }));
  let size = 0;
  let chunks: Uint8Array[] = [];
  const stream: AsyncIterable<Uint8Array> = workbook(sheets, { signal });
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) chunks = [];
    else chunks.push(chunk);
  }
  const { title, period, file } = ready;
  return { title, period, file, size, agrees, bytes: size > most ? null : Buffer.concat(chunks) };
}
