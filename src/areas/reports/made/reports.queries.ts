import type { ReportQuery, ReportName } from '../reports.contract.ts';
import { daysOfMonth, salesReport } from './sales/sales-report.queries.ts';
import { accountsPayableReport } from './rounds/ap-monthly.queries.ts';
import type { ReportMaker } from './report-input.queries.ts';
import { commissionReport } from './rounds/commission.queries.ts';
import { giftCertificateReport } from './catalogue/gift-certs.queries.ts';
import { maintenanceReport } from './catalogue/maintenance.queries.ts';
import { newSalesReport } from './sales/new-sales-report.queries.ts';
import { oldRateSheetReport, rateSheetReport } from './catalogue/rate-sheets.queries.ts';
import { revenueComparisonReport } from './sales/revenue-comparison.queries.ts';
import { teeTimeReport } from './rounds/tee-time.queries.ts';
import { weeklyReport, widenToWholeWeeks } from './sales/weekly.queries.ts';

/** The function that makes each report. */
export const REPORT_MAKERS: { [Name in ReportName]: ReportMaker<ReportQuery<Name>> } = {
  'rate-sheet': rateSheetReport,
  'old-rate-sheet': oldRateSheetReport,
  commission: commissionReport,
  'ap-monthly': accountsPayableReport,
  sales_report: salesReport,
  new_sales_report: newSalesReport,
  'revenue-comparison': revenueComparisonReport,
  weekly: weeklyReport,
  'gift-certs': giftCertificateReport,
  maintenance: maintenanceReport,
  'tee-time': teeTimeReport,
};

type Span = { start_date: string; end_date: string };
const span = ({ start_date, end_date }: Span) => [start_date, end_date];
const ofToday = (_: object, today: string) => [today];

/** Returns the days that are part of a report's file name. */
export const FILE_NAME_DAYS: { [Name in ReportName]: (query: ReportQuery<Name>, today: string) => string[] } =
  {
    'rate-sheet': ofToday,
    'old-rate-sheet': ofToday,
    commission: span,
    'ap-monthly': span,
    sales_report: (query) => [daysOfMonth(query).start_date.slice(0, 7)],
    new_sales_report: span,
    'revenue-comparison': (query) => [...span(query), query.compare_start_date, query.compare_end_date],
    weekly: (query) => span(widenToWholeWeeks(query)),
    'gift-certs': ({ allDates, startDate = '', endDate = '' }) => (allDates ? ['all'] : [startDate, endDate]),
    maintenance: ofToday,
    'tee-time': span,
  };
