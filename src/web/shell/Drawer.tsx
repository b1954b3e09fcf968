import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { use, useEffect, useRef } from 'react';
import { OpenTaskCountsContext, useMenu } from '../navigation/menu.ts';
import { Icon } from './Icon.tsx';
import { ScreenLink } from '../navigation/ScreenLink.tsx';
import { usePathname } from '../navigation/params.ts';

/** The side menu; on a narrow screen the menu is `over` the page, and Escape or a tap beside it closes the menu. */
export function Drawer({ over, close }: { over: boolean; close: () => void }) {
  const { groups } = useMenu();
  const counts = use(OpenTaskCountsContext);
  const pathname = usePathname();
  const box = useRef<HTMLElement>(null);
  const ref = useMergedRef(box, useFocusTrap(over));
  useEffect(() => {
    if (!over) return undefined;
    box.current?.querySelector('a')?.focus();
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      close();
      // Returns the focus to the button that opened the side menu.
      document.querySelector<HTMLElement>('[aria-controls=drawer]')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [over, close]);
  return (
    <>
      {over && <button type="button" className="veil" aria-label="Close menu" onClick={close} />}
      <nav id="drawer" className="drawer" data-over={over || undefined} aria-label="Main menu" ref={ref}>
        {groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2>{group.label}</h2>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.path}>
                  <ScreenLink
                    to={entry.path}
                    title={entry.label}
                    aria-description={saidOf(entry.count && counts?.[entry.count])}
                    aria-current={isWithin(entry.path, pathname) ? 'page' : undefined}
                  >
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                    {entry.count && counts && counts[entry.count] > 0 && (
                      <span className="count" aria-hidden>
                        {counts[entry.count].toLocaleString('en-US')}
                      </span>
                    )}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}

const saidOf = (count: number | undefined): string | undefined =>
  count ? `${count.toLocaleString('en-US')} to see to` : undefined;

// The paths of screens that are not named after their list, with the path of the list they belong to.
const BESIDE: Record<string, string> = {
  '/gift-certificate-sales': '/manage-gift-certificates',
  '/queue-management': '/wait-list-queue',
};

/**
 * Returns true if a path is a list's or that of one of its records: `/manage-rental-clubs`, `/rental-club/7`,
 * `/manage-rate/new`.
 */
function isWithin(listPath: string, pathname: string): boolean {
  if (BESIDE[pathname] === listPath) return true;
  const one = listPath.replace(/s$/, '');
  return [listPath, one, one.replace('/manage-', '/')].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
}
