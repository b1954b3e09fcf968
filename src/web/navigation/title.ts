import { useEffect } from 'react';

// The titles of the screen and of its record once known: the record's wins, in whichever order they come.
const titles: { screen: string; record: string | null } = { screen: 'RIC', record: null };
const show = (): void => void (document.title = `${titles.record ?? titles.screen} · RIC`);

/** Sets the browser tab's title of a screen. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    titles.screen = title;
    show();
  }, [title]);
}

/** Sets the tab's title while a record is on the screen: who and what it is. */
export function useRecordTitle(title: string | null): void {
  useEffect(() => {
    titles.record = title;
    show();
    return () => {
      titles.record = null;
      show();
    };
  }, [title]);
}
