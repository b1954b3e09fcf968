import { formatMoney } from '../../../contract/money.ts';
import { formatMonth, formatMonthDay } from '../../../contract/dates.ts';
import { countWithNoun } from '../../../contract/words.ts';
import type { ShownReport, ShownSheet } from '../reports.contract.ts';
import { formatDayWithYear } from '../words/period.rules.ts';

/** A bar of a chart: a figure in cents, and optionally the earlier figure that it is compared with. */
export type ChartBar = { label: string; cents: number; before?: number };
/** A chart of a sheet's figures: upright bars over time, or horizontal bars by name. */
export type SheetChart = {
  title: string;
  /** The name of the sheet that has the charted figures. */
  sheet: string;
  says: string;
  bars: ChartBar[];
  upright: boolean;
  /** The names of the two bars of each pair, for a chart that compares two periods. */
  names?: readonly [string, string];
};

/**
 * The scale of a chart: `whole` is the range from its lowest to its highest figure; `below` is the share of that range below 0.
 */
export type ChartScale = { largest: number; whole: number; below: number };

export function chartScale(bars: readonly ChartBar[]): ChartScale {
  const figures = bars.flatMap(({ cents, before = 0 }) => [cents, before]);
  const high = Math.max(0, ...figures);
  const deep = Math.max(0, ...figures.map((figure) => -figure));
  const whole = high + deep || 1;
  return { largest: Math.max(high, deep, 1), whole, below: deep / whole };
}

const centsAt = (row: ShownSheet['rows'][number], at: number): number | null => {
  const cell = Array.isArray(row) ? row[at] : null;
  return typeof cell === 'number' ? cell : null;
};

const figuresOf = (
  { columns, rows }: ShownSheet,
  label: string,
  heading: string,
  kind = 'money',
): ChartBar[] => {
  const from = columns.findIndex((column) => column.heading === label);
  const at = columns.findIndex((column) => column.heading === heading && column.kind === kind);
  return rows.flatMap((row) => {
    const name = Array.isArray(row) ? row[from] : null;
    const cents = centsAt(row, at);
    return typeof name === 'string' && cents !== null ? [{ label: name, cents }] : [];
  });
};

/** The sheets whose figures are charted over time, by report. Other sheets of the report show the chart of the first one. */
const OVER_TIME: Record<string, [sheets: string[], label: string, title: string]> = {
  'Sales Report': [['All', 'Internal', 'External', 'Misc'], 'Day', 'Revenue by day'],
  Weekly: [['Weeks'], 'Week', 'Revenue by week'],
  'Sales Report 2': [['Days'], 'Day', 'Revenue by day'],
};
const MOST_BARS = 8;

/** Describes a chart's highest bar if it is above 0, and its lowest bar if it is below 0. */
function extremes(bars: readonly ChartBar[], at: 'in' | 'on'): string {
  const sorted = bars.toSorted((a, b) => b.cents - a.cents);
  const labelOf = (word: string, bar: ChartBar | undefined, isSaid: boolean) =>
    bar && isSaid ? `, ${word} ${at} ${bar.label} with ${formatMoney(bar.cents)}` : '';
  const [best, worst] = [sorted[0], sorted.at(-1)];
  return labelOf('most', best, (best?.cents ?? 0) > 0) + labelOf('least', worst, (worst?.cents ?? 0) < 0);
}

/** Returns a column's total of all rows, including those that are not shown. */
const totalOf = ({ columns, totals }: ShownSheet, heading: string): number => {
  const total = totals?.[columns.findIndex((column) => column.heading === heading)];
  return typeof total === 'number' ? total : 0;
};

/** Returns short labels for days, months or years: with the year only if the days lie in several. */
function daysCalled(days: readonly string[]): string[] {
  const isOneYear = days[0]?.slice(0, 4) === days.at(-1)?.slice(0, 4);
  return days.map((day) => {
    if (day.length === YEAR) return day;
    if (day.length === MONTH) return formatMonth(`${day}-01`);
    return isOneYear ? formatMonthDay(day) : formatDayWithYear(day);
  });
}
const [YEAR, MONTH] = ['2026'.length, '2026-11'.length];

/**
 * Charts revenue over time: by day or week, or by month or year if not all days are shown. A week counts in the month of its
 * Monday.
 */
function overTime({ spans, ...sheet }: ShownSheet, label: string, title: string): SheetChart | null {
  const figures = figuresOf({ ...sheet, rows: spans ?? sheet.rows }, label, 'Revenue');
  const called = daysCalled(figures.map((bar) => bar.label));
  const bars = figures.map((bar, at) => ({ ...bar, label: called[at] ?? bar.label }));
  if (bars.length < 2 || bars.every(({ cents }) => cents === 0)) return null;
  const sum = formatMoney(totalOf(sheet, 'Revenue'));
  const says = `${sum} in all${extremes(bars, spans ? 'in' : 'on')}.`;
  const by = figures[0]?.label.length === YEAR ? 'by year' : 'by month';
  return {
    title: spans ? title.replace(/by (day|week)/, by) : title,
    sheet: sheet.name,
    says,
    bars,
    upright: true,
  };
}

/** Charts two periods week by week. A bar is labeled by the week's first day in the first period, else in the second. */
function weeksCompared(sheet: ShownSheet): SheetChart | null {
  const { columns, rows } = sheet;
  const at = columns.findIndex(({ heading }) => heading.startsWith('Revenue '));
  const headings = [at, at + 1].map((one) => columns[one]?.heading ?? '');
  const [name = '', nameBefore = ''] = headings.map((heading) => heading.replace('Revenue ', ''));
  const bars = rows.flatMap((row): Required<ChartBar>[] => {
    const first = Array.isArray(row) ? (row[0] ?? row[1]) : null;
    const [cents, before] = [centsAt(row, at), centsAt(row, at + 1)];
    if (typeof first !== 'string' || cents === null || before === null) return [];
    return [{ label: formatMonthDay(first), cents, before }];
  });
  if (bars.every(({ cents, before }) => cents === 0 && before === 0)) return null;
  const [sum = '', sumBefore = ''] = headings.map((heading) => formatMoney(totalOf(sheet, heading)));
  const ahead = bars.filter(({ cents, before }) => cents > before).length;
  const inAll = `${name} ${sum}, ${nameBefore} ${sumBefore} in all`;
  const isPart = bars.length < sheet.count;
  const weeks = `${isPart ? 'the first ' : ''}${countWithNoun(bars.length, 'week')}`;
  const says = `${inAll}; ${name} is ahead in ${ahead} of ${weeks}.`;
  const title = isPart ? `Revenue by week, ${weeks}` : 'Revenue by week';
  return { title, sheet: sheet.name, says, bars, upright: true, names: [name, nameBefore] };
}

function differences(sheet: ShownSheet): SheetChart | null {
  const bars = figuresOf(sheet, 'Course', 'Difference')
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, MOST_BARS);
  const [first] = bars;
  if (!first) return null;
  const says = `The largest is ${first.label} with ${formatMoney(first.cents)}.`;
  return { title: 'Difference by course', sheet: sheet.name, says, bars, upright: false };
}

/** Returns the chart to show above a sheet, or null if the report has none. */
export function chartForSheet(
  { title, sheets }: Pick<ShownReport, 'title' | 'sheets'>,
  shown: ShownSheet,
): SheetChart | null {
  if (title === 'Revenue Comparison')
    return shown.name === 'Weeks' ? weeksCompared(shown) : differences(shown);
  const [names = [], label = '', chartTitle = ''] = OVER_TIME[title] ?? [];
  const own = names.includes(shown.name) ? shown : sheets.find(({ name }) => name === names[0]);
  const isFirst = own?.name === names[0];
  return own ? overTime(own, label, isFirst ? chartTitle : `${chartTitle}, ${own.name}`) : null;
}
