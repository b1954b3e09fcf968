import type { QueryOf, ReportName } from '../reports.contract.ts';
import { daysOfMonth, salesReport } from './sales/sales-report.queries.ts';
import { apMonthly } from './rounds/ap-monthly.queries.ts';
import type { ReportMaker } from './report-input.queries.ts';
import { commission } from './rounds/commission.queries.ts';
import { giftCertificates } from './catalogue/gift-certs.queries.ts';
import { maintenance } from './catalogue/maintenance.queries.ts';
import { newSalesReport } from './sales/new-sales-report.queries.ts';
import { oldRateSheet, rateSheet } from './catalogue/rate-sheets.queries.ts';
import { revenueComparison } from './sales/revenue-comparison.queries.ts';
import { teeTimes } from './rounds/tee-time.queries.ts';
import { weekly, wholeWeeks } from './sales/weekly.queries.ts';

/** The function that makes each report. */
export const REPORT_MAKERS: { [Name in ReportName]: ReportMaker<QueryOf<Name>> } = {
  'rate-sheet': rateSheet,
  'old-rate-sheet': oldRateSheet,
  commission,
  'ap-monthly': apMonthly,
  sales_report: salesReport,
  new_sales_report: newSalesReport,
  'revenue-comparison': revenueComparison,
  weekly,
  'gift-certs': giftCertificates,
  maintenance,
  'tee-time': teeTimes,
};

type Span = { start_date: string; end_date: string };
const span = ({ start_date, end_date }: Span) => [start_date, end_date];
const ofToday = (_: object, today: string) => [today];

/** Returns the days that are part of a report's file name. */
export const FILE_DAYS: { [Name in ReportName]: (query: QueryOf<Name>, today: string) => string[] } = {
  'rate-sheet': ofToday,
  'old-rate-sheet': ofToday,
  commission: span,
  'ap-monthly': span,
  sales_report: (query) => [daysOfMonth(query).start_date.slice(0, 7)],
  new_sales_report: span,
  'revenue-comparison': (query) => [...span(query), query.compare_start_date, query.compare_end_date],
  weekly: (query) => span(wholeWeeks(query)),
  'gift-certs': ({ allDates, startDate = '', endDate = '' }) => (allDates ? ['all'] : [startDate, endDate]),
  maintenance: ofToday,
  'tee-time': span,
};
