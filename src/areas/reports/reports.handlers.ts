import { Forbidden, InvalidFields } from '../../server/http/errors.ts';
import { errorSentencesByField, issueSentence } from '../../server/http/sentences.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import {
  REPORT_CALLS,
  type ReportQuery,
  type ReportName,
  type reports,
  type reportTables,
} from './reports.contract.ts';
import {
  requireKnownCourses,
  runReport,
  currentReportRuns,
  stopReportRun,
  type RunReportOptions,
} from './running/run.steps.ts';
import { readShownSheet } from './running/table.steps.ts';
import { reportTicketKey, createReportTicket } from './running/tickets.queries.ts';
import type { CallContext, AppContext } from '../../server/process/context.ts';

async function shownOf<Name extends ReportName>(app: AppContext, options: RunReportOptions<Name>) {
  await requireKnownCourses(app.db, options.query);
  return runReport(app, options, async ({ title, period, run, file, sheets }) => {
    const tables = [];
    for (const sheet of sheets) tables.push(await readShownSheet(sheet));
    return { title, period, run, file, sheets: tables };
  });
}

type Tables = CallHandlers<typeof reportTables>;
const shown =
  <Name extends ReportName>(name: Name) =>
  ({ app, query, staff, gone }: { query: ReportQuery<Name> } & Pick<CallContext, 'app' | 'staff' | 'gone'>) =>
    shownOf(app.limit?.unlimited ?? app, { name, query, staff, gone: gone() });

export const reportTableHandlers: Tables = {
  'rate-sheet': shown('rate-sheet'),
  'old-rate-sheet': shown('old-rate-sheet'),
  commission: shown('commission'),
  'ap-monthly': shown('ap-monthly'),
  sales_report: shown('sales_report'),
  new_sales_report: shown('new_sales_report'),
  'revenue-comparison': shown('revenue-comparison'),
  weekly: shown('weekly'),
  'gift-certs': shown('gift-certs'),
  maintenance: shown('maintenance'),
  'tee-time': shown('tee-time'),
};

export const reportHandlers: CallHandlers<typeof reports> = {
  ticket: async ({ db, app, staff, body: { report, query } }) => {
    const { access, query: schema } = REPORT_CALLS[report].shown;
    if (access === 'admin' && staff.level !== 'admin') throw new Forbidden();
    const read = schema.safeParse(query, { error: issueSentence });
    if (!read.success) throw new InvalidFields(errorSentencesByField(read.error, []));
    await requireKnownCourses(db, read.data);
    const asked = reportTicketKey(report, read.data);
    return { ticket: await createReportTicket(db, { client: staff.client, asked, now: app.now() }) };
  },
  running: ({ staff }) =>
    currentReportRuns(staff).map(({ run: { report, rows }, ahead }) => ({ report, rows, ahead })),
  stop: ({ staff }) => {
    for (const { run } of currentReportRuns(staff)) stopReportRun(run);
    return {};
  },
};
