import type { ReactNode } from 'react';
import { useSession } from '../../../web/sending/session.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { REPORT_SCREENS, type ReportScreen } from './report-screens.rules.ts';
import './reports.css';

/** Lists the reports with links, those for admins separately; `children` are further sections of the screen. */
export function Reports({ children }: { children?: ReactNode }) {
  const { admin } = useSession();
  const forAll = REPORT_SCREENS.filter((screen) => !screen.admin);
  const forAdmins = REPORT_SCREENS.filter((screen) => screen.admin);
  return (
    <section className="report">
      <PageHead title="Reports" line="Look at a report here, then run it as a spreadsheet." />
      <Menu title="For everybody" screens={forAll} />
      {admin && <Menu title="For admins" screens={forAdmins} />}
      {children}
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
