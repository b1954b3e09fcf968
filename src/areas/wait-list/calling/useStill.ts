import { useState } from 'react';

/**
 * Rows that stay in their places for as long as the mouse is over them: nobody presses one that has just come there. What is new
 * stands last meanwhile.
 */
export function useStill<Row extends { id: number }>(rows: readonly Row[]) {
  const [held, setHeld] = useState<readonly number[] | null>(null);
  return {
    rows: held ? inPlaces(rows, held) : rows,
    over: { onPointerEnter: () => setHeld(rows.map(({ id }) => id)), onPointerLeave: () => setHeld(null) },
  };
}

/** Rows in the order of these ids, others after them. */
export function inPlaces<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const placeOf = ({ id }: Row): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}
