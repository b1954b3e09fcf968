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

export const RateSheetScreen = pageOf('rate-sheet');
export const OldRateSheetScreen = pageOf('old-rate-sheet');
export const CommissionReportScreen = pageOf('commission');
export const AccountsPayableScreen = pageOf('ap-monthly');
export const SalesReportScreen = pageOf('sales_report');
export const SalesReport2Screen = pageOf('new_sales_report');
export const RevenueComparisonScreen = pageOf('revenue-comparison');
export const WeeklyReportScreen = pageOf('weekly');
export const GiftCertificateReportScreen = pageOf('gift-certs');
export const MaintenanceReportScreen = pageOf('maintenance');
export const TeeTimeReportScreen = pageOf('tee-time');
