/**
 * Returns a LIKE pattern for a phone number in any grouping of its digits (`6195550134` finds `(619) 555-0134`), or null if it is
 * no phone number. The groups stay whole, so that a trigram index serves.
 */
export function phonePattern(q: string): string | null {
  if (!/^[+(\d][\d\s().+-]{5,}$/.test(q)) return null;
  const digits = q.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return null;
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const typed = (q.match(/\d+/g) ?? []).filter((group) => group !== '1' && group !== '001');
  const groups = typed.length > 1 ? typed : grouped(local);
  return `%${groups.join('%')}%`;
}

const grouped = (digits: string): string[] =>
  digits.length === 10
    ? [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
    : [digits.slice(0, -4), digits.slice(-4)];

/** Parses the id of a record, with or without a #; 0, which no record has, for any other text. */
export function numberIn(q: string): number {
  const [, digits] = /^#?(\d{1,9})$/.exec(q) ?? [];
  return Number(digits ?? 0);
}
