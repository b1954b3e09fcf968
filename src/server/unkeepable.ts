/** A zero byte, and half of a surrogate pair: PostgreSQL keeps every character but those. */
const UNKEEPABLE = /[\0\p{Surrogate}]/u;

/** Where a text holds a character that can not be kept, as keys from outside in, or null. */
export function pathOfUnkeepable(value: unknown): string[] | null {
  if (typeof value === 'string') return UNKEEPABLE.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, one] of Object.entries(value)) {
    const path = pathOfUnkeepable(one);
    if (path) return [key, ...path];
  }
  return null;
}
