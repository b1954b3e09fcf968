import { useState } from 'react';
import type { List } from './useList.ts';

/** What the head and the foot of a list say of its rows. */
export type Settled = Pick<List<unknown>, 'filters' | 'sort' | 'page' | 'size' | 'total' | 'moreThan'> & {
  countedExactly: boolean;
};

/**
 * What is said of the rows that stand there: as long as they are those of the question before, what was said of them then.
 * A count that is there before its rows waits for them.
 */
export function useSettled({ areEarlier, ...list }: List<unknown>): Settled {
  const { filters, sort, page, size, total, moreThan, countedExactly = false } = list;
  const now: Settled = { filters, sort, page, size, total, moreThan, countedExactly };
  const mark = JSON.stringify(now);
  const [kept, keep] = useState({ mark, said: now });
  if (!areEarlier && kept.mark !== mark) keep({ mark, said: now });
  return areEarlier ? kept.said : now;
}
