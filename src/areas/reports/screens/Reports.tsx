import { useSession } from '../../../web/sending/session.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { ReportPage } from './ReportPage.tsx';
import { REPORT_SCREENS, type ReportScreen } from './report-screens.rules.ts';
import './reports.css';

/** The menu of reports, those for admins below. */
export function Reports() {
  const { admin } = useSession();
  const forAll = REPORT_SCREENS.filter((screen) => !screen.admin);
  const forAdmins = REPORT_SCREENS.filter((screen) => screen.admin);
  return (
    <section className="report">
      <PageHead title="Reports" line="Look at a report here, then run it as a spreadsheet." />
      <Menu title="For everybody" screens={forAll} />
      {admin && <Menu title="For admins" screens={forAdmins} />}
    </section>
  );
}

const Menu = ({ title, screens }: { title: string; screens: readonly ReportScreen[] }) => (
  <nav className="card report-menu" aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {screens.map(({ path, title: name, says }) => (
        <li key={path}>
          <ScreenLink to={path}>{name}</ScreenLink>
          <span className="quiet">{says}</span>
        </li>
      ))}
    </ul>
  </nav>
);

const screenOf = (path: string): ReportScreen => {
  const found = REPORT_SCREENS.find((screen) => screen.path === path);
  if (!found) throw new Error(`There is no report at ${path}.`);
  return found;
};
const pageOf = (path: string) => () => <ReportPage key={path} screen={screenOf(path)} />;

export const RateSheet = pageOf('/reports/rate-sheet');
export const OldRateSheet = pageOf('/reports/old-rate-sheet');
export const Commission = pageOf('/reports/commission');
export const AccountsPayable = pageOf('/reports/ap_monthly');
export const SalesReport = pageOf('/reports/sales_report');
export const SalesReport2 = pageOf('/reports/new_sales_report');
export const RevenueComparison = pageOf('/reports/revenue-comparison');
export const Weekly = pageOf('/reports/weekly');
export const GiftCertificates = pageOf('/reports/gift-certificate');
export const Maintenance = pageOf('/reports/maintenance');
export const TeeTimes = pageOf('/reports/tee_time');
