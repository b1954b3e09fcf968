import { cleanTypedText } from '../../../contract/typed/clean-typed.ts';
import { monthNumberOfName } from '../../../contract/typed/days-and-times.ts';

const MONTH_AND_YEAR = /^(?:(\d{1,2}) ?[/. -] ?|(\d\d)(?=\d))(\d{0,4})$/;

const NAME = /^[a-z]{3,9}\.?/i;
const monthNumber = (name: string): string => {
  const month = monthNumberOfName(name.replace('.', '').toLowerCase());
  return month === 0 ? name : String(month).padStart(2, '0');
};

/**
 * Parses the text of the expiry month field, where the year is often typed too: `12/30`, `1230`, `12/2030`, `Dec
 * 2030`. The year has two digits; it is '' after a separator alone, and null if the text is only a month.
 */
export function parseExpiry(text: string): { expmo: string; expyr: string | null } {
  const typed = cleanTypedText(text).replace(NAME, monthNumber);
  const [, separated, joined, year] = MONTH_AND_YEAR.exec(typed) ?? [];
  // The first letters of a month's name stay in the field until the third letter tells which month it is.
  if (year === undefined) return { expmo: typed.slice(0, 2), expyr: null };
  return { expmo: separated ?? joined ?? '', expyr: year.replace(/^20(?=\d\d$)/, '') };
}
