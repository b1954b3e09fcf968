import { isCalendarDay } from '../../../contract/dates.ts';
import type { UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { capitalized } from '../../../contract/words.ts';
import type { ReportName } from '../reports.contract.ts';

/** The parameters of a report as its screen has them, in fields and in the screen's address. */
export type ReportParameters = {
  start_date: string | null;
  end_date: string | null;
  compare_start_date: string | null;
  compare_end_date: string | null;
  date_type: 'Created' | 'Played';
  all_dates: boolean;
  only_played: boolean;
  /** The ticked courses; null means all of them. */
  courses: { id: number }[] | null;
  month: number | UnrecognizedChoice | null;
  year: number | UnrecognizedChoice | null;
};

/** The groups of input fields that a report's screen may have. */
export type ReportFieldGroup = 'span' | 'compared' | 'date_type' | 'all_dates' | 'courses' | 'month';
export type ReportScreen = {
  name: ReportName;
  title: string;
  /** The report's description in the list of reports. */
  says: string;
  path: string;
  admin?: true;
  asks: readonly ReportFieldGroup[];
};

// prettier-ignore
/** The screens of all reports, in the order of the menu. */
export const REPORT_SCREENS: readonly ReportScreen[] = [
  { name: 'rate-sheet', title: 'Rate Sheet', says: 'Rates by course, for callers and hotels', path: '/reports/rate-sheet', asks: [] },
  { name: 'old-rate-sheet', title: 'Old Rate Sheet', says: 'The same rates, a column for each day', path: '/reports/old-rate-sheet', asks: [] },
  { name: 'commission', title: 'Commission Report', says: 'What each agent earned, by play date', path: '/reports/commission', asks: ['span'] },
  { name: 'ap-monthly', title: 'Accounts Payable Monthly', says: 'What is owed to each course', path: '/reports/ap_monthly', admin: true, asks: ['span', 'courses'] },
  { name: 'sales_report', title: 'Sales Report', says: 'A month as it was posted, day by day', path: '/reports/sales_report', admin: true, asks: ['month'] },
  { name: 'new_sales_report', title: 'Sales Report 2', says: 'Sales by course and agent, and what is on account', path: '/reports/new_sales_report', admin: true, asks: ['span'] },
  { name: 'revenue-comparison', title: 'Revenue Comparison', says: 'Two periods side by side, by course', path: '/reports/revenue-comparison', admin: true, asks: ['span', 'compared', 'date_type'] },
  { name: 'weekly', title: 'Weekly', says: 'Sales by week and course', path: '/reports/weekly', admin: true, asks: ['span'] },
  { name: 'gift-certs', title: 'Gift Certificates', says: 'Sold, redeemed, and what is owed to holders', path: '/reports/gift-certificate', admin: true, asks: ['span', 'all_dates'] },
  { name: 'maintenance', title: 'Maintenance', says: 'Every maintenance window', path: '/reports/maintenance', admin: true, asks: [] },
  { name: 'tee-time', title: 'Tee Time / Customer Report', says: 'Every tee time with its customer', path: '/reports/tee_time', admin: true, asks: ['span', 'date_type'] },
];

/** Returns the screen of a report. */
export function findReportScreen(name: ReportName): ReportScreen {
  const found = REPORT_SCREENS.find((screen) => screen.name === name);
  if (!found) throw new Error(`There is no screen of ${name}.`);
  return found;
}

type Sent = Record<string, unknown>;
/** Returns true if a value, typed or from an address, is a calendar day. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && isCalendarDay(value);

/** Returns the report's query for the server, and the fields that are still empty or have no valid date. */
export function reportQuery(
  { name, asks }: ReportScreen,
  values: ReportParameters,
): { query: Sent; missing: (keyof ReportParameters)[] } {
  const query: Sent = {};
  const missing: (keyof ReportParameters)[] = [];
  const has = (ask: ReportFieldGroup) => asks.includes(ask);
  const days = (
    from: keyof ReportParameters,
    to: keyof ReportParameters,
    names: [string, string] = [from, to],
  ) => {
    for (const [at, field] of [from, to].entries()) {
      const day = String(values[field] ?? '');
      if (!isDay(day)) missing.push(field);
      query[names[at] ?? field] = day;
    }
  };
  if (name === 'gift-certs') {
    query['allDates'] = String(values.all_dates);
    if (!values.all_dates) days('start_date', 'end_date', ['startDate', 'endDate']);
  } else if (has('span')) days('start_date', 'end_date');
  if (has('compared')) days('compare_start_date', 'compare_end_date');
  if (has('date_type')) query['date_type'] = values.date_type;
  if (has('courses')) {
    query['only_played'] = String(values.only_played);
    query['courses'] = JSON.stringify((values.courses ?? []).map(({ id }) => id));
  }
  const numbers = has('month') ? (['month', 'year'] as const) : [];
  for (const field of numbers) {
    if (typeof values[field] !== 'number') missing.push(field);
    query[field] = values[field];
  }
  return { query, missing };
}

const FIELDS: Record<string, keyof ReportParameters> = {
  startDate: 'start_date',
  endDate: 'end_date',
  allDates: 'all_dates',
};
/** Returns the name of a screen's field for the name that the server uses. */
export const screenFieldName = (sent: string): string => FIELDS[sent] ?? sent;

/** Returns the address of a report's screen, for the parameters of a workbook's link without its credentials. */
export function screenAddressOfLink(name: ReportName, link: Sent): string {
  const { access_token: _, uid: __, client: ___, ...params } = link;
  const parameters = new URLSearchParams();
  for (const [sent, value] of Object.entries(params))
    if (typeof value === 'string') parameters.set(screenFieldName(sent), value);
  return withParameters(findReportScreen(name).path, parameters);
}

const withParameters = (path: string, parameters: URLSearchParams): string =>
  parameters.size > 0 ? `${path}?${parameters.toString()}` : path;

/** Describes for people why a workbook was rejected: by the server's message, or the errors of its parameters. */
export function workbookErrorText({ message, errors = {} }: Refusal): string {
  const wrong = Object.entries(errors).map(([sent, says]) => {
    const field = screenFieldName(sent).replaceAll('_', ' ');
    return `${capitalized(field)} ${says.join(', ')}.`;
  });
  return message ?? wrong.join(' ');
}
type Refusal = { message?: string | undefined; errors?: Record<string, string[]> | undefined };

/** Returns the years to choose from: the current year down to 2007. */
export const yearsDownTo2007 = (today: string): number[] =>
  Array.from({ length: Number(today.slice(0, 4)) - 2006 }, (_, back) => Number(today.slice(0, 4)) - back);

/** Returns the address of a report's screen with its parameters. */
export function reportScreenAddress({ path, asks }: ReportScreen, values: ReportParameters): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(reportAddressParameters(values, asks)))
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return withParameters(path, parameters);
}

const numbersIn = (values: object) => Object.entries(values).filter(([, value]) => typeof value === 'number');

/** Returns a report's parameters as they appear in its screen's address; defaults are left out. */
export function reportAddressParameters(
  values: ReportParameters,
  asks: ReportScreen['asks'],
): Record<string, unknown> {
  const { date_type, all_dates, only_played, courses, month, year, ...days } = values;
  return {
    ...Object.fromEntries(Object.entries(days).filter(([, value]) => isDay(value))),
    ...(date_type === 'Played' && { date_type }),
    ...(all_dates && { all_dates }),
    ...(!only_played && { only_played }),
    ...(courses && { courses: courses.map(({ id }) => id) }),
    ...(asks.includes('month') && Object.fromEntries(numbersIn({ month, year }))),
  };
}
