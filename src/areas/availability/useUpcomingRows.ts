import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ListData } from '../../web/lists/useList.ts';
import { runSendingInBackground } from '../../web/sending/request.ts';

// The timer runs at most an hour and is then set again, because a timer cannot be set some weeks ahead.
const AT_MOST_MS = 3_600_000;
// The rows are removed half a second late, because the server counts a time as begun from the full minute on.
const GRACE_MS = 500;

/** Removes each row from a list when its time begins, because no event announces that, and then loads the counts again. */
export function useUpcomingRows<Row extends { starts_at: string }, F extends string, S extends string>(
  list: ListData<Row, F, S>,
): ListData<Row, F, S> {
  const [now, setNow] = useState(Date.now);
  const rows = useMemo(() => list.rows?.filter((row) => Date.parse(row.starts_at) > now), [list.rows, now]);
  const next = Math.min(...(rows ?? []).map((row) => Date.parse(row.starts_at)));
  const pass = useEffectEvent(() => {
    setNow(Date.now());
    if (next <= Date.now()) runSendingInBackground(list.retry);
  });
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(pass, Math.min(Math.max(0, next - Date.now()) + GRACE_MS, AT_MOST_MS));
    return () => clearTimeout(timer);
  }, [next, now]);
  return { ...list, rows };
}
