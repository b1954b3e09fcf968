import { useSearch } from '@tanstack/react-router';

const CAP = 10_000;

/** How far the list counts before it shows `10,000+`; `cap` in the address says otherwise. */
export function useCountCap(): number {
  const { cap }: { cap?: unknown } = useSearch({ strict: false });
  return typeof cap === 'number' && Number.isInteger(cap) && cap > 0 ? cap : CAP;
}
