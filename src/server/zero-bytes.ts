/** Where a text holds a zero byte, as keys from outside in, or null. PostgreSQL keeps every character but that one. */
export function pathOfZeroByte(value: unknown): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, one] of Object.entries(value)) {
    const path = pathOfZeroByte(one);
    if (path) return [key, ...path];
  }
  return null;
}
