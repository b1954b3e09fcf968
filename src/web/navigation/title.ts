import { useEffect } from 'react';

// The title of the screen and that of its record once known: the record's title wins, in whichever order the two are set.
const titles: { screen: string; record: string | null } = { screen: 'RIC', record: null };
const show = (): void => void (document.title = `${titles.record ?? titles.screen} · RIC`);

/** Sets the browser tab's title while a screen is open. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    titles.screen = title;
    show();
  }, [title]);
}

/** Sets the browser tab's title while a record is open, such as the customer's name. */
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
