import { ReportPage } from '../../reports/screens/ReportPage.tsx';
import { Reports as Menu } from '../../reports/screens/Reports.tsx';
import { findReportScreen } from '../../reports/screens/report-screens.rules.ts';
import type { ReportName } from '../../reports/reports.contract.ts';
import { MailReportButton } from './MailReportButton.tsx';
import { Schedules } from './Schedules.tsx';

/** Shows the list of reports, and the report schedules below. */
export const ReportsScreen = () => (
  <Menu>
    <Schedules />
  </Menu>
);

/** Returns the screen of a report, with the button that creates a schedule. */
function pageOf(name: ReportName) {
  const screen = findReportScreen(name);
  return () => (
    <ReportPage
      key={name}
      screen={screen}
      beside={(values) => <MailReportButton screen={screen} values={values} />}
    />
  );
}

export const RateSheet = pageOf('rate-sheet');
export const OldRateSheet = pageOf('old-rate-sheet');
export const CommissionReport = pageOf('commission');
export const AccountsPayable = pageOf('ap-monthly');
export const SalesReport = pageOf('sales_report');
export const SalesReport2 = pageOf('new_sales_report');
export const RevenueComparison = pageOf('revenue-comparison');
export const WeeklyReport = pageOf('weekly');
export const GiftCertificateReport = pageOf('gift-certs');
export const MaintenanceReport = pageOf('maintenance');
export const TeeTimeReport = pageOf('tee-time');
