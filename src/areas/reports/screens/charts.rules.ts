import { formatMoney } from '../../../contract/money.ts';
import { formatMonthDay } from '../../../contract/dates.ts';
import type { ReportShown, SheetShown } from '../reports.contract.ts';

export type Bar = { label: string; cents: number };
/** A picture of a sheet's figures: a bar beside each other over time, or below each other by name. */
export type Chart = { title: string; says: string; bars: Bar[]; upright: boolean };

const figuresOf = ({ columns, rows }: SheetShown, label: string, heading: string, kind = 'money'): Bar[] => {
  const from = columns.findIndex((column) => column.heading === label);
  const at = columns.findIndex((column) => column.heading === heading && column.kind === kind);
  return rows.flatMap((row) => {
    const [name, cents] = Array.isArray(row) ? [row[from], row[at]] : [];
    return typeof name === 'string' && typeof cents === 'number' ? [{ label: name, cents }] : [];
  });
};

const DAYS: Record<string, [sheet: string, label: string, title: string]> = {
  'Sales Report': ['All', 'Day', 'Revenue by day'],
  Weekly: ['Weeks', 'Week', 'Revenue by week'],
  'Sales Report 2': ['Days', 'Day', 'Revenue by day'],
};
const MOST_BARS = 8;

const most = (bars: readonly Bar[]): Bar | undefined =>
  bars.reduce<Bar | undefined>((best, bar) => (best && best.cents >= bar.cents ? best : bar), undefined);

function sentence(bars: readonly Bar[]): string {
  const best = most(bars);
  const sum = bars.reduce((all, { cents }) => all + cents, 0);
  return best ? `${formatMoney(sum)} in all, most on ${best.label} with ${formatMoney(best.cents)}.` : '';
}

/** The picture that says it faster than the table, where there is one. */
export function chartOf({ title, sheets }: Pick<ReportShown, 'title' | 'sheets'>): Chart | null {
  const [name, label = '', chartTitle = ''] = DAYS[title] ?? [];
  const sheet = sheets.find((one) => one.name === name);
  if (sheet) {
    const bars = figuresOf(sheet, label, 'Revenue').map(({ label: day, cents }) => ({
      label: formatMonthDay(day),
      cents,
    }));
    return bars.length > 1 && bars.some(({ cents }) => cents !== 0)
      ? { title: chartTitle, says: sentence(bars), bars, upright: true }
      : null;
  }
  const [compared] = title === 'Revenue Comparison' ? sheets : [];
  if (!compared) return null;
  const bars = figuresOf(compared, 'Course', 'Difference')
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, MOST_BARS);
  const [first] = bars;
  return first
    ? {
        title: 'Difference by course',
        says: `The largest is ${first.label} with ${formatMoney(first.cents)}.`,
        bars,
        upright: false,
      }
    : null;
}
