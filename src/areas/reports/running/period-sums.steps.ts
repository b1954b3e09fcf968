import { ColumnTotals } from '../../../server/workbook/totals.ts';
import type { CellValue, SheetColumn } from '../../../server/workbook/workbook.ts';

// The lengths of the prefixes of `YYYY-MM-DD` that are its month and its year.
const SPANS = [7, 4];

/**
 * Sums the rows of a sheet by month and by year, if its first column is a day. Charts use the sums when there are too many
 * days.
 */
export class PeriodSums {
  readonly #columns: readonly SheetColumn[];
  readonly #sums = SPANS.map(() => new Map<string, ColumnTotals>());

  constructor(columns: readonly SheetColumn[]) {
    this.#columns = columns;
  }

  add(row: readonly CellValue[]): void {
    const [day] = row;
    if (this.#columns[0]?.kind !== 'date' || typeof day !== 'string') return;
    for (const [at, sums] of this.#sums.entries()) {
      const span = day.slice(0, SPANS[at]);
      const sum = sums.get(span) ?? new ColumnTotals(this.#columns);
      sum.add(row);
      sums.set(span, sum);
    }
  }

  /** Returns a row for each month (`2026-11`), or for each year if there are more than `most` months; null without days. */
  rows(most: number): CellValue[][] | null {
    const [months, years] = this.#sums;
    const sums = months && months.size <= most ? months : years;
    return sums && sums.size > 0 ? [...sums].map(([span, sum]) => [span, ...sum.cells().slice(1)]) : null;
  }
}
