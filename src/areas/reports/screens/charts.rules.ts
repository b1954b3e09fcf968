import { formatMoney } from '../../../contract/money.ts';
import { formatMonthDay } from '../../../contract/dates.ts';
import { counted } from '../../../contract/words.ts';
import type { ReportShown, SheetShown } from '../reports.contract.ts';

/** A figure in cents, and the one that it is compared with. */
export type Bar = { label: string; cents: number; before?: number };
/** A picture of a sheet's figures: a bar beside each other over time, or below each other by name. */
export type Chart = {
  title: string;
  /** The sheet whose figures they are. */
  sheet: string;
  says: string;
  bars: Bar[];
  upright: boolean;
  /** What the two bars of each pair are, where there are pairs. */
  names?: readonly [string, string];
};

/** How long bars are drawn: `whole` is from the lowest to the highest, of which the share `below` is below 0. */
export type Scale = { largest: number; whole: number; below: number };

export function scaleOf(bars: readonly Bar[]): Scale {
  const figures = bars.flatMap(({ cents, before = 0 }) => [cents, before]);
  const high = Math.max(0, ...figures);
  const deep = Math.max(0, ...figures.map((figure) => -figure));
  const whole = high + deep || 1;
  return { largest: Math.max(high, deep, 1), whole, below: deep / whole };
}

const centsAt = (row: SheetShown['rows'][number], at: number): number | null => {
  const cell = Array.isArray(row) ? row[at] : null;
  return typeof cell === 'number' ? cell : null;
};

const figuresOf = ({ columns, rows }: SheetShown, label: string, heading: string, kind = 'money'): Bar[] => {
  const from = columns.findIndex((column) => column.heading === label);
  const at = columns.findIndex((column) => column.heading === heading && column.kind === kind);
  return rows.flatMap((row) => {
    const name = Array.isArray(row) ? row[from] : null;
    const cents = centsAt(row, at);
    return typeof name === 'string' && cents !== null ? [{ label: name, cents }] : [];
  });
};

/** Of each report whose sheets are over time: those sheets, the first of which stands for all others too. */
const OVER_TIME: Record<string, [sheets: string[], label: string, title: string]> = {
  'Sales Report': [['All', 'Internal', 'External', 'Misc'], 'Day', 'Revenue by day'],
  Weekly: [['Weeks'], 'Week', 'Revenue by week'],
  'Sales Report 2': [['Days'], 'Day', 'Revenue by day'],
};
const MOST_BARS = 8;

const most = (bars: readonly Bar[]): Bar | undefined =>
  bars.reduce<Bar | undefined>((best, bar) => (best && best.cents >= bar.cents ? best : bar), undefined);

/** A column's total: of all rows, those that are not shown too. */
const totalOf = ({ columns, totals }: SheetShown, heading: string): number => {
  const total = totals?.[columns.findIndex((column) => column.heading === heading)];
  return typeof total === 'number' ? total : 0;
};

function overTime(sheet: SheetShown, label: string, title: string): Chart | null {
  const bars = figuresOf(sheet, label, 'Revenue').map((bar) => ({
    ...bar,
    label: formatMonthDay(bar.label),
  }));
  const best = most(bars);
  if (!best || bars.length === 1 || bars.every(({ cents }) => cents === 0)) return null;
  const sum = formatMoney(totalOf(sheet, 'Revenue'));
  const says = `${sum} in all, most on ${best.label} with ${formatMoney(best.cents)}.`;
  return { title, sheet: sheet.name, says, bars, upright: true };
}

/** Two periods week by week; a week that only one of them has is called by its first day there. */
function weeksCompared(sheet: SheetShown): Chart | null {
  const { columns, rows } = sheet;
  const at = columns.findIndex(({ heading }) => heading.startsWith('Revenue '));
  const headings = [at, at + 1].map((one) => columns[one]?.heading ?? '');
  const [name = '', nameBefore = ''] = headings.map((heading) => heading.replace('Revenue ', ''));
  const bars = rows.flatMap((row): Required<Bar>[] => {
    const first = Array.isArray(row) ? (row[0] ?? row[1]) : null;
    const [cents, before] = [centsAt(row, at), centsAt(row, at + 1)];
    if (typeof first !== 'string' || cents === null || before === null) return [];
    return [{ label: formatMonthDay(first), cents, before }];
  });
  if (bars.every(({ cents, before }) => cents === 0 && before === 0)) return null;
  const [sum = '', sumBefore = ''] = headings.map((heading) => formatMoney(totalOf(sheet, heading)));
  const ahead = bars.filter(({ cents, before }) => cents > before).length;
  const inAll = `${name} ${sum}, ${nameBefore} ${sumBefore} in all`;
  const says = `${inAll}; ${name} is ahead in ${ahead} of ${counted(bars.length, 'week')}.`;
  return {
    ...{ title: 'Revenue by week', sheet: sheet.name, says, bars, upright: true },
    names: [name, nameBefore],
  };
}

function differences(sheet: SheetShown): Chart | null {
  const bars = figuresOf(sheet, 'Course', 'Difference')
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, MOST_BARS);
  const [first] = bars;
  if (!first) return null;
  const says = `The largest is ${first.label} with ${formatMoney(first.cents)}.`;
  return { title: 'Difference by course', sheet: sheet.name, says, bars, upright: false };
}

/** The picture that says it faster than the table of the sheet that is shown, where there is one. */
export function chartOf(
  { title, sheets }: Pick<ReportShown, 'title' | 'sheets'>,
  shown: SheetShown,
): Chart | null {
  if (title === 'Revenue Comparison')
    return shown.name === 'Weeks' ? weeksCompared(shown) : differences(shown);
  const [names = [], label = '', chartTitle = ''] = OVER_TIME[title] ?? [];
  const own = names.includes(shown.name) ? shown : sheets.find(({ name }) => name === names[0]);
  const isFirst = own?.name === names[0];
  return own ? overTime(own, label, isFirst ? chartTitle : `${chartTitle}, ${own.name}`) : null;
}
