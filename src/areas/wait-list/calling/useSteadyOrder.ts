import { useState } from 'react';

/**
 * Keeps rows in their places while the mouse is over the list, so that nobody presses a row that has just moved there. New rows are
 * last until the mouse leaves.
 */
export function useSteadyOrder<Row extends { id: number }>(rows: readonly Row[]) {
  const [held, setHeld] = useState<readonly number[] | null>(null);
  return {
    rows: held ? orderByIds(rows, held) : rows,
    over: { onPointerEnter: () => setHeld(rows.map(({ id }) => id)), onPointerLeave: () => setHeld(null) },
  };
}

/** Returns rows in the order of the given ids; rows with other ids follow. */
export function orderByIds<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const placeOf = ({ id }: Row): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}
