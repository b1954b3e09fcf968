import { useState } from 'react';

type Rows = { id: number }[] | undefined;
type ElementKeys = Map<number, number>;

/**
 * Assigns a key to each row's element, by the row's id: a row that remains keeps its key, a new row takes the key of a
 * removed one.
 */
export function assignRowElementKeys(before: ElementKeys, rows: Rows = []): ElementKeys {
  const stay = new Set(rows.map(({ id }) => before.get(id)));
  let free = 0;
  const next = (): number => {
    while (stay.has(free)) free += 1;
    return free++;
  };
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]));
}

/**
 * Returns stable keys for a table's rows, so that another page of results changes only the text of the cells and creates no
 * element.
 */
export function useRowElementKeys(rows: Rows): ElementKeys {
  const [known, setKnown] = useState(() => ({ rows, keys: assignRowElementKeys(new Map(), rows) }));
  if (known.rows === rows) return known.keys;
  const keys = assignRowElementKeys(known.keys, rows);
  setKnown({ rows, keys });
  return keys;
}
