import { useState } from 'react';
import { firstListError, useListCount, useListRows, type ListData, type ListSettings } from './useList.ts';

/** Returns a list whose rows are counted up to its `cap`, until the person requests the exact number. */
export function useCappedList<Row, F extends string, S extends string>(
  settings: ListSettings<Row, F, S>,
): ListData<Row, F, S> {
  const rows = useListRows(settings);
  const exactly = useExactly(rows.countQuery);
  const { cap = Number.POSITIVE_INFINITY } = rows;
  const count = useListCount(rows, exactly.asked ? {} : { cap });
  // While the exact number is being counted, the former total stays on the screen.
  const total = count.isPlaceholderData && !exactly.asked ? undefined : count.data;
  const isMore = total === cap + 1 && (!exactly.asked || count.isPlaceholderData);
  return {
    ...rows,
    ...firstListError(rows, count),
    total,
    moreThan: isMore ? cap : null,
    countExactly: exactly.ask,
    countedExactly: exactly.asked && !count.isPlaceholderData,
  };
}

/** Remembers if the person requested the exact total of the current search; another search starts without that request. */
function useExactly(counted: unknown) {
  const mark = JSON.stringify(counted);
  const [asked, setAsked] = useState<string | null>(null);
  return { asked: asked === mark, ask: () => setAsked(mark) };
}
