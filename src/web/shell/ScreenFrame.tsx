import { Outlet } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useBusinessSettings } from '../business/business.ts';
import type { FindRecords } from '../search/records.ts';
import { prefetchSearchPalette, SearchPalette } from '../search/SearchPalette.tsx';
import { runWhenIdle } from '../navigation/idle.ts';
import { Drawer } from './Drawer.tsx';
import { StagingBanner } from './StagingBanner.tsx';
import { useStoredText } from './useStoredText.ts';
import { useNewFormCount } from './useNewFormCount.ts';
import { TopBar } from './TopBar.tsx';
import { usePathname } from '../navigation/params.ts';
import { lazyPart } from '../navigation/lazy-screen.ts';

const Keys = lazyPart(() => import('../keys/Shortcuts.tsx'), 'Shortcuts');

type Props = {
  /** The staff message, shown above the top bar until it is closed. */
  message: ReactNode;
  /** The drop-down lists of external links. */
  links: ReactNode;
  findRecords: FindRecords;
};

/**
 * The frame around every screen except sign-in: banner, staff message, top bar, side menu, the screen itself, and the
 * search palette.
 */
export function ScreenFrame({ message, links, findRecords }: Props) {
  const narrow =
    useMediaQuery('(max-width: 899.98px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [kept, keep] = useStoredText('drawerFolded');
  const folded = kept === 'yes';
  const [over, setOver] = useState(false);
  const closeDrawer = useCallback(() => setOver(false), []);
  const [isIdle, setIdle] = useState(false);
  const [searching, setSearching] = useState(false);
  const pathname = usePathname();
  const again = useNewFormCount();
  const { staging } = useBusinessSettings();
  useEffect(() => setOver(false), [pathname]);
  useEffect(
    () =>
      runWhenIdle(() => {
        prefetchSearchPalette();
        setIdle(true);
      }),
    [],
  );
  usePaletteKey(() => setSearching(true));
  const toggle = (): void => (narrow ? setOver(!over) : keep(folded ? '' : 'yes'));
  const shown = narrow ? over : !folded;
  return (
    <div className="shell" data-folded={(!narrow && folded) || undefined}>
      <a className="unseen skip" href="#screen">
        Skip to content
      </a>
      <div className="shell-top">
        <StagingBanner staging={staging} />
        {message}
        <TopBar
          narrow={narrow}
          drawerShown={shown}
          toggleDrawer={toggle}
          openSearch={() => setSearching(true)}
          links={links}
        />
      </div>
      {(!narrow || over) && <Drawer over={narrow} close={closeDrawer} />}
      <main id="screen" tabIndex={-1}>
        <Suspense fallback={<ScreenPlaceholder />}>
          <Outlet key={again} />
        </Suspense>
      </main>
      <Suspense>{isIdle && <Keys />}</Suspense>
      {searching && <SearchPalette close={() => setSearching(false)} findRecords={findRecords} />}
    </div>
  );
}

/** Shown in place of a screen while the screen's code loads. */
export const ScreenPlaceholder = () => (
  <p className="quiet waiting" role="status">
    Please wait...
  </p>
);

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
