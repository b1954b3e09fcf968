import { Link } from '@tanstack/react-router';
import { useMenu } from '../../web/navigation/menu.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { Icon } from '../../web/shell/Icon.tsx';

// The lists that the home menu also opens filtered to the current month or the current day.
const BY_PERIOD = new Set(['/manage-tee-times', '/manage-gift-certificates']);

/** Shows links to all screens. */
export function HomeMenu() {
  const { groups } = useMenu();
  return (
    <nav className="home-menu" aria-label="Home menu">
      {groups.map((group) => (
        <section key={group.label} className="card">
          <h2>{group.label}</h2>
          <ul>
            {group.entries.map(({ path, label, icon }) => (
              <li key={path}>
                <ScreenLink to={path}>
                  <Icon name={icon} /> {label}
                </ScreenLink>
                {BY_PERIOD.has(path) && <Periods path={path} label={label} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const Periods = ({ path, label }: { path: string; label: string }) => (
  <span className="periods">
    <Link to={path} search={{ monthly: true }} aria-label={`${label} created this month`}>
      Month
    </Link>
    <Link to={path} search={{ monthly: false }} aria-label={`${label} created today`}>
      Today
    </Link>
  </span>
);
