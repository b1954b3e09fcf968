import { useState } from 'react';

type Rows = { id: number }[] | undefined;
type Places = Map<number, number>;

/** The elements of each row, by its id: a row that stays keeps its own, one that is new gets those of one that is gone. */
export function placesOf(before: Places, rows: Rows = []): Places {
  const stay = new Set(rows.map(({ id }) => before.get(id)));
  let free = 0;
  const next = (): number => {
    while (stay.has(free)) free += 1;
    return free++;
  };
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]));
}

/** The keys of a table's rows. A page of others changes what its cells say, and nothing is made or laid out anew for it. */
export function usePlaces(rows: Rows): Places {
  const [known, setKnown] = useState(() => ({ rows, places: placesOf(new Map(), rows) }));
  if (known.rows === rows) return known.places;
  const places = placesOf(known.places, rows);
  setKnown({ rows, places });
  return places;
}
