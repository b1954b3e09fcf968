/**
 * Converts a dollar amount of a course system to integer cents: a number, a text with any number of decimals
 * (`80.0000`), or nothing. The conversion uses the decimal text, never a multiplied fraction, and rounds half up.
 * Null if the value is no amount.
 */
export function dollarsToCents(sent: unknown): number | null {
  if (typeof sent !== 'number' && typeof sent !== 'string') return null;
  const [, minus = '', whole = '', decimals = ''] =
    /^(-?)\$?(\d{1,9})(?:\.(\d{1,20}))?$/.exec(String(sent).trim()) ?? [];
  if (whole === '') return null;
  const cents =
    Number(whole + decimals.padEnd(2, '0').slice(0, 2)) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0);
  return minus && cents > 0 ? -cents : cents;
}
