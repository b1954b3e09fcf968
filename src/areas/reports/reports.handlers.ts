import { Forbidden, Invalid } from '../../server/http/errors.ts';
import { sentencesByField, issueSentence } from '../../server/http/sentences.ts';
import type { Handlers } from '../../server/http/serve.ts';
import {
  REPORTS,
  type QueryOf,
  type ReportName,
  type reports,
  type reportTables,
} from './reports.contract.ts';
import { requireKnown, runReport, runsOf, stopRun, type RunReportOptions } from './running/run.steps.ts';
import { shownSheet } from './running/table.steps.ts';
import { askedFor, makeTicket } from './running/tickets.queries.ts';
import type { Context, AppContext } from '../../server/process/context.ts';

async function shownOf<Name extends ReportName>(app: AppContext, options: RunReportOptions<Name>) {
  await requireKnown(app.db, options.query);
  return runReport(app, options, async ({ title, period, run, file, sheets }) => {
    const tables = [];
    for (const sheet of sheets) tables.push(await shownSheet(sheet));
    return { title, period, run, file, sheets: tables };
  });
}

type Tables = Handlers<typeof reportTables>;
const shown =
  <Name extends ReportName>(name: Name) =>
  ({ app, query, staff, gone }: { query: QueryOf<Name> } & Pick<Context, 'app' | 'staff' | 'gone'>) =>
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

export const reportHandlers: Handlers<typeof reports> = {
  ticket: async ({ db, app, staff, body: { report, query } }) => {
    const { access, query: schema } = REPORTS[report].shown;
    if (access === 'admin' && staff.level !== 'admin') throw new Forbidden();
    const read = schema.safeParse(query, { error: issueSentence });
    if (!read.success) throw new Invalid(sentencesByField(read.error, []));
    await requireKnown(db, read.data);
    const asked = askedFor(report, read.data);
    return { ticket: await makeTicket(db, { client: staff.client, asked, now: app.now() }) };
  },
  running: ({ staff }) => runsOf(staff).map(({ run: { report, rows }, ahead }) => ({ report, rows, ahead })),
  stop: ({ staff }) => {
    for (const { run } of runsOf(staff)) stopRun(run);
    return {};
  },
};
