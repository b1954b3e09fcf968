import { useCallback, useEffect, useState, type RefObject } from 'react';

/** A table of at most this many rows is rendered completely. */
const ALL = 200;
const STEP = 20;

/** The range of rendered rows: the index of the first row, and the index after the last row. */
export type RowsInSight = readonly [number, number];
/** The row index and the height of the details that are open below a row. */
export type OpenRowDetails = { at: number; height: number };

/** Returns the range of table rows, all of one height, that are in sight or near it; the table leaves a gap for the others. */
export function useRowsInSight(
  body: RefObject<HTMLElement | null>,
  { count, height, opened }: { count: number; height: number; opened: OpenRowDetails | null },
): RowsInSight {
  const [first, setFirst] = useState(0);
  const openedAt = opened?.at ?? Infinity;
  const openedHeight = opened?.height ?? 0;
  const look = useCallback(() => {
    if (count <= ALL || !body.current) return;
    const above = Math.max(0, -body.current.getBoundingClientRect().top);
    const row = Math.floor(above / height);
    const below = Math.floor((above - openedHeight) / height);
    const seen = row <= openedAt ? row : Math.max(openedAt, below);
    setFirst(Math.floor(Math.min(seen, count) / STEP) * STEP);
  }, [body, count, height, openedAt, openedHeight]);
  useEffect(() => {
    look();
    // The element that scrolls is either the table's own frame or, on a phone, the page.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [look]);
  if (count <= ALL) return [0, count];
  const inSight = Math.ceil(window.innerHeight / height);
  return [Math.max(0, first - STEP), Math.min(count, first + inSight + 2 * STEP)];
}
