import { useState } from 'react';

type Rows = { id: number }[] | undefined;
type Places = Map<number, number>;

/** The key of each row's element, by the row's id: a remaining row keeps its key, a new row takes the key of a removed one. */
export function placesOf(before: Places, rows: Rows = []): Places {
  const stay = new Set(rows.map(({ id }) => before.get(id)));
  let free = 0;
  const next = (): number => {
    while (stay.has(free)) free += 1;
    return free++;
  };
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]));
}

/**
 * Returns stable keys for a table's rows. Another page then changes only the text of the cells, and no element is
 * created again.
 */
export function usePlaces(rows: Rows): Places {
  const [known, setKnown] = useState(() => ({ rows, places: placesOf(new Map(), rows) }));
  if (known.rows === rows) return known.places;
  const places = placesOf(known.places, rows);
  setKnown({ rows, places });
  return places;
}
