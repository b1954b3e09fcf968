import { useSearch } from '@tanstack/react-router';
import { askedIn, type Filters } from '../../../web/lists/address.ts';

const CAP = 10_000;
const SHORT_CAP = 1_000;
const LETTERS = 3;
// What is typed into these is looked for anywhere in a text.
const TEXTS = [
  'first_name',
  'last_name',
  'email',
  'primary_phone',
  'confirmation',
  'payment_id',
  'agent',
].concat(['notes', 'internal_notes']);

/** With fewer than three letters no index helps: rows are read one after the other until there are enough. */
export function capFor(filters: Filters): number {
  const typed = TEXTS.map((name) => String(filters[name] ?? '').trim()).filter(Boolean);
  return typed.length > 0 && typed.every((text) => text.length < LETTERS) ? SHORT_CAP : CAP;
}

/** How far the list counts before it shows `10,000+`; `cap` in the address says otherwise. */
export function useCountCap(): number {
  const search: { cap?: unknown } = useSearch({ strict: false });
  const { cap } = search;
  if (typeof cap === 'number' && Number.isInteger(cap) && cap > 0) return cap;
  return capFor(askedIn(search).filters ?? {});
}
