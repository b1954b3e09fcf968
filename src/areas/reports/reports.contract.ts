import { z } from 'zod';
import { defineCall, type AccessLevel } from '../../contract/call.ts';
import { daysBetween, isCalendarDay } from '../../contract/dates.ts';
import { parseLimitedJson } from '../../contract/forms/json.ts';
import { DateOnly, DoneMessage, SentRecordId, NumberOrDigits } from '../../contract/wire.ts';

const FIRST_YEAR = 2007;
const LAST_YEAR = 2100;
const MOST_DAYS = 36_600;

const Day = DateOnly.refine(
  (day) => day >= '1950-01-01' && day <= `${LAST_YEAR}-12-31`,
  `must be between 1950 and ${LAST_YEAR}`,
);
const DateType = z.enum(['Played', 'Created'], 'must be Played or Created').default('Created');
const YesNo = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false')
  .transform((sent) => sent === true || sent === 'true');
const CourseIds = z
  .union([z.string().max(40_000), z.array(z.union([z.number(), z.string().max(20)])).max(5_000)], {
    error: ({ input }) => (input === undefined ? 'is required' : 'must be a JSON list of ids'),
  })
  .transform((sent, { addIssue }) => {
    try {
      return typeof sent === 'string' ? parseLimitedJson(sent) : sent;
    } catch {
      addIssue('must be a JSON list of ids');
      return z.NEVER;
    }
  })
  .pipe(z.array(SentRecordId, 'must be a JSON list of ids').min(1, 'tick at least one').max(5_000));

const SPAN = { start_date: Day, end_date: Day };
const COMPARED = { compare_start_date: Day, compare_end_date: Day };

/** The two fields of a period's first and last day; if the field named by `unless` is true, neither is required. */
type Ends = [start: string, end: string, unless?: string];

/** Requires the first and the last day of each period, in order, and at most a hundred years apart. */
const inOrder = <T extends z.ZodType<object>>(schema: T, ...spans: Ends[]): T =>
  schema.superRefine((query, { addIssue }) => {
    const sent = new Map(Object.entries(query));
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    for (const [start, end] of spans.filter(([, , name = '']) => sent.get(name) !== true)) {
      const missing = [start, end].filter((name) => !sent.get(name));
      for (const name of missing) wrong(name, 'is required');
      const [first, last] = [String(sent.get(start)), String(sent.get(end))];
      // An invalid day has its own error already.
      if (missing.length > 0 || !isCalendarDay(first) || !isCalendarDay(last)) continue;
      const days = daysBetween(first, last);
      if (days < 0) wrong(end, 'must not be before the start');
      if (days > MOST_DAYS) wrong(end, 'must be within a hundred years of the start');
    }
  });

// An invalid credential counts as a missing one, so both get the same answer.
const Whatever = z.string().optional().catch(undefined);
/** The credentials in the address of a link that opens in a new tab: a session's token, or a ticket in the token's place. */
const CREDENTIALS = { access_token: Whatever, uid: Whatever, client: Whatever };

const Kind = z.enum(['text', 'number', 'money', 'date', 'time', 'moment', 'percent']);
const Cell = z.union([z.string(), z.number(), z.null()]);
/** One sheet of a report as in its workbook, but with only as many rows as a screen shows. */
const SheetShown = z.object({
  name: z.string(),
  /** The period of the sheet, if it differs from the report's. */
  period: z.string().optional(),
  columns: z.array(z.object({ heading: z.string(), kind: Kind })),
  /**
   * The cells of each row: money is in cents, percents in tenths. A `section` is a heading across the table; a `subtotal` sums
   * the rows since the previous subtotal.
   */
  rows: z.array(
    z.union([
      z.array(Cell),
      z.object({ section: z.string() }),
      z.object({ subtotal: z.string(), cells: z.array(Cell) }),
    ]),
  ),
  /** The sums of all rows by month (first cell `2026-11`) or by year, for a sheet of days with more rows than are shown. */
  spans: z.array(z.array(Cell)).optional(),
  /** The totals of all rows, including those that are not shown; null for a sheet without totals. */
  totals: z.array(Cell).nullable(),
  /** The number of all rows, including those that are not shown. */
  count: z.number(),
  last: z.string(),
});
export type ShownSheet = z.infer<typeof SheetShown>;
const ReportShown = z.object({
  title: z.string(),
  period: z.string(),
  run: z.string(),
  /** The file name of the report's workbook. */
  file: z.string(),
  sheets: z.array(SheetShown),
});
export type ShownReport = z.infer<typeof ReportShown>;

type Shape = z.ZodRawShape;

/** Defines the calls of a report: the workbook as specified, and an additional call for the rows that a screen shows. */
const report = <const Name extends string, const Level extends AccessLevel, S extends Shape>(
  name: Name,
  access: Level,
  shape: S,
  ...spans: Ends[]
) => ({
  file: defineCall({
    method: 'GET',
    path: `/api/reports/${name}.xlsx`,
    access,
    file: true,
    query: inOrder(z.object({ ...shape, ...CREDENTIALS }), ...spans),
    answer: z.never(),
  }),
  shown: defineCall({
    method: 'GET',
    path: `/api/reports/${name}`,
    access,
    urgency: 'report',
    ours: true,
    query: inOrder(z.object(shape), ...spans),
    answer: ReportShown,
  }),
});

const ONE_SPAN: Ends[] = [['start_date', 'end_date']];

/** The calls of every report, by the report's name in their paths. */
export const REPORT_CALLS = {
  'rate-sheet': report('rate-sheet', 'staff', {}),
  'old-rate-sheet': report('old-rate-sheet', 'staff', {}),
  commission: report('commission', 'staff', SPAN, ...ONE_SPAN),
  'ap-monthly': report(
    'ap-monthly',
    'admin',
    { ...SPAN, only_played: YesNo.default(true), courses: CourseIds },
    ...ONE_SPAN,
  ),
  sales_report: report('sales_report', 'admin', {
    /** The month of the year; 0 is January. */
    month: NumberOrDigits(
      z.number().int('must be a whole number').min(0, 'must be 0 to 11').max(11, 'must be 0 to 11'),
    ),
    year: NumberOrDigits(
      z
        .number()
        .int('must be a whole number')
        .min(FIRST_YEAR, `must be ${FIRST_YEAR} or later`)
        .max(LAST_YEAR, `must be ${LAST_YEAR} or earlier`),
    ),
  }),
  new_sales_report: report('new_sales_report', 'admin', SPAN, ...ONE_SPAN),
  'revenue-comparison': report(
    'revenue-comparison',
    'admin',
    { ...SPAN, ...COMPARED, date_type: DateType },
    ...ONE_SPAN,
    ['compare_start_date', 'compare_end_date'],
  ),
  weekly: report('weekly', 'admin', SPAN, ...ONE_SPAN),
  'gift-certs': report(
    'gift-certs',
    'admin',
    {
      allDates: YesNo.default(false),
      startDate: Day.or(z.literal('')).optional(),
      endDate: Day.or(z.literal('')).optional(),
    },
    ['startDate', 'endDate', 'allDates'],
  ),
  maintenance: report('maintenance', 'admin', {}),
  'tee-time': report('tee-time', 'admin', { ...SPAN, date_type: DateType }, ...ONE_SPAN),
};
export type ReportName = keyof typeof REPORT_CALLS;
/** The parsed parameters of a report. */
export type ReportQuery<Name extends ReportName> = z.output<(typeof REPORT_CALLS)[Name]['shown']['query']>;

/** The names of all reports. */
export const REPORT_NAMES = [
  'rate-sheet',
  'old-rate-sheet',
  'commission',
  'ap-monthly',
  'sales_report',
  'new_sales_report',
  'revenue-comparison',
  'weekly',
  'gift-certs',
  'maintenance',
  'tee-time',
] as const satisfies ReportName[];

/** The calls that return a report as a workbook. */
export const reportFiles = {
  'rate-sheet': REPORT_CALLS['rate-sheet'].file,
  'old-rate-sheet': REPORT_CALLS['old-rate-sheet'].file,
  commission: REPORT_CALLS.commission.file,
  'ap-monthly': REPORT_CALLS['ap-monthly'].file,
  sales_report: REPORT_CALLS.sales_report.file,
  new_sales_report: REPORT_CALLS.new_sales_report.file,
  'revenue-comparison': REPORT_CALLS['revenue-comparison'].file,
  weekly: REPORT_CALLS.weekly.file,
  'gift-certs': REPORT_CALLS['gift-certs'].file,
  maintenance: REPORT_CALLS.maintenance.file,
  'tee-time': REPORT_CALLS['tee-time'].file,
};
/** The calls that return a report as tables for a screen. */
export const reportTables = {
  'rate-sheet': REPORT_CALLS['rate-sheet'].shown,
  'old-rate-sheet': REPORT_CALLS['old-rate-sheet'].shown,
  commission: REPORT_CALLS.commission.shown,
  'ap-monthly': REPORT_CALLS['ap-monthly'].shown,
  sales_report: REPORT_CALLS.sales_report.shown,
  new_sales_report: REPORT_CALLS.new_sales_report.shown,
  'revenue-comparison': REPORT_CALLS['revenue-comparison'].shown,
  weekly: REPORT_CALLS.weekly.shown,
  'gift-certs': REPORT_CALLS['gift-certs'].shown,
  maintenance: REPORT_CALLS.maintenance.shown,
  'tee-time': REPORT_CALLS['tee-time'].shown,
};

const Running = z.object({
  report: z.string(),
  /** The number of the report's rows read so far. */
  rows: z.number(),
  /** The number of reports that are read before this one; 0 while this one is read. */
  ahead: z.number(),
});

/** Additional calls: a ticket for a link that opens in a new tab, and the current reports of the signed-in user. */
export const reports = {
  ticket: defineCall({
    method: 'POST',
    path: '/api/reports/ticket',
    access: 'staff',
    ours: true,
    // A ticket changes nothing that a screen shows. If it counted as a write, every screen would reload and read the report
    // again.
    writes: false,
    body: z.object({
      report: z.enum(REPORT_NAMES, 'is no report'),
      query: z.record(z.string(), z.unknown()).default({}),
    }),
    /** The ticket is used as `access_token` in a link: once, within a minute, for the given report and parameters. */
    answer: z.object({ ticket: z.string() }),
  }),
  running: defineCall({
    method: 'GET',
    path: '/api/reports/running',
    access: 'staff',
    ours: true,
    answer: z.array(Running),
  }),
  stop: defineCall({
    method: 'DELETE',
    path: '/api/reports/running',
    access: 'staff',
    ours: true,
    writes: false,
    answer: DoneMessage,
  }),
};
