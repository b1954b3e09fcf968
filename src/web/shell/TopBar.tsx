import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useMatches } from '@tanstack/react-router';
import { topBarLinks } from '../navigation/menu.ts';
import { usePathname, useRecordId } from '../navigation/params.ts';
import { useSession } from '../sending/session.ts';
import { DropDown } from './DropDown.tsx';
import { Icon } from './Icon.tsx';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';
import { ScreenLink } from '../navigation/ScreenLink.tsx';
import { Button } from '../components/Button.tsx';

type Props = {
  narrow: boolean;
  drawerShown: boolean;
  toggleDrawer: () => void;
  openSearch: () => void;
  links: ReactNode;
};

/**
 * The bar above every screen: menu button, logo, search, the current screen's links, the link lists and the fixed links.
 */
export function TopBar({ narrow, drawerShown, toggleDrawer, openSearch, links }: Props) {
  return (
    <header className="top-bar">
      <Button
        look="quiet"
        icon
        aria-label="Menu"
        aria-expanded={drawerShown}
        aria-controls="drawer"
        onClick={toggleDrawer}
      >
        <Icon name="menu" />
      </Button>
      <ScreenLink to="/home" className="logo" aria-label="RIC, home">
        RIC
      </ScreenLink>
      <button type="button" className="seek" onClick={openSearch} aria-label="Search everything">
        <Icon name="search" />
        <span>Search customers, tee times, certificates</span>
        <kbd>{/mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav className="top-links push" aria-label="Links">
        <Links narrow={narrow} lists={links} />
        <ColorSchemeButton />
      </nav>
    </header>
  );
}

/** Shows the links of the top bar; links that do not fit are in the More list, and on a phone all links are. */
function Links({ narrow, lists }: { narrow: boolean; lists: ReactNode }) {
  const tight = useMediaQuery('(max-width: 1279.98px)', undefined, { getInitialValueInEffect: false });
  const ofRoute = <RouteLinks />;
  const others = (
    <>
      {lists}
      <FixedLinks />
    </>
  );
  if (!tight)
    return (
      <>
        {ofRoute}
        {others}
      </>
    );
  return (
    <>
      {!narrow && ofRoute}
      <DropDown label="More">
        {narrow && ofRoute}
        {others}
      </DropDown>
    </>
  );
}

/**
 * Shows the New links of the current screen, and the link to the sales configuration (part 1, "Context-sensitive links").
 */
function RouteLinks() {
  const { admin } = useSession();
  const pathname = usePathname();
  const id = useRecordId();
  const ofScreen = useMatches({ select: (matches) => matches.at(-1)?.staticData.links });
  const links = topBarLinks(ofScreen ?? [], id === 'new' ? null : id, admin);
  if (links.length === 0) return null;
  return (
    <div className="route-links">
      {links.map(({ path, label }) => (
        <ScreenLink key={path} to={path} aria-current={isSamePath(path, pathname) ? 'page' : undefined}>
          {label}
        </ScreenLink>
      ))}
    </div>
  );
}

// Returns true if two paths are the same, ignoring a final slash. The specification shows the Sales Configuration link on
// its own screen too.
const isSamePath = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');

function FixedLinks() {
  const { name } = useSession();
  const query = new URLSearchParams({ layout: 'sandiegogolf', agent_email: name });
  return (
    <div className="fixed-links">
      <a href={`/golf_courses?${query}`} target="_blank" rel="noreferrer">
        Booking Engine
      </a>
      <ScreenLink to="/ibe">IBE</ScreenLink>
      <ScreenLink to="/logout">Sign Out</ScreenLink>
    </div>
  );
}
