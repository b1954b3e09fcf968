import type { ReactNode } from 'react';
import { useSession } from '../session.ts';
import { Drop } from './Drop.tsx';
import { Icon } from './Icon.tsx';
import { SchemeButton } from './SchemeButton.tsx';
import { ScreenLink } from '../ScreenLink.tsx';

type Props = {
  narrow: boolean;
  drawerShown: boolean;
  toggleDrawer: () => void;
  openSearch: () => void;
  links: ReactNode;
};

/** The bar over every screen: menu toggle, logo, search, the link lists and the fixed links. */
export function TopBar({ narrow, drawerShown, toggleDrawer, openSearch, links }: Props) {
  const fixed = (
    <>
      <BookingEngineLink />
      <ScreenLink to="/ibe">IBE</ScreenLink>
      <ScreenLink to="/logout">Sign Out</ScreenLink>
    </>
  );
  return (
    <header className="top-bar">
      <button
        type="button"
        className="btn"
        data-look="quiet"
        data-icon
        aria-label="Menu"
        aria-expanded={drawerShown}
        aria-controls="drawer"
        onClick={toggleDrawer}
      >
        <Icon name="menu" />
      </button>
      <ScreenLink to="/home" className="logo" aria-label="RIC, home">
        RIC
      </ScreenLink>
      <button type="button" className="seek" onClick={openSearch} aria-label="Search">
        <Icon name="search" />
        <span>Search customers, tee times, certificates</span>
        <kbd>{/mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav className="top-links push" aria-label="Links">
        {narrow ? (
          <Drop label="More">
            {links}
            <div className="more-links">{fixed}</div>
          </Drop>
        ) : (
          <>
            {links}
            {fixed}
          </>
        )}
        <SchemeButton />
      </nav>
    </header>
  );
}

function BookingEngineLink() {
  const { name } = useSession();
  const query = new URLSearchParams({ layout: 'sandiegogolf', agent_email: name });
  return (
    <a href={`/golf_courses?${query}`} target="_blank" rel="noreferrer">
      Booking Engine
    </a>
  );
}
