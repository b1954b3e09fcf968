import { columnLetters, UNITS_PER_CELL } from './xlsx/cells.ts';
import { totalCellStyle } from './xlsx/styles.ts';
import { escapeXml } from './xlsx/xml.ts';
import type { CellValue, SheetColumn, RatioTotal } from './workbook.ts';

/** Adds up the columns that have a total, over the rows since it was created. */
export class ColumnTotals {
  readonly #columns: readonly SheetColumn[];
  readonly #summed: readonly number[];
  readonly #sums: number[];

  constructor(columns: readonly SheetColumn[]) {
    this.#columns = columns;
    this.#summed = columns.flatMap(({ total }, at) => (total === 'sum' ? [at] : []));
    this.#sums = columns.map(() => 0);
  }

  add(row: readonly CellValue[]): void {
    for (const at of this.#summed) {
      const value = row[at];
      if (typeof value === 'number') this.#sums[at] = (this.#sums[at] ?? 0) + value;
    }
  }

  /** Returns the cells of the totals row, in the columns' units; the first column stays empty for the row's name. */
  cells(): CellValue[] {
    return this.#columns.map((column, at) => {
      if (at === 0 || column.total === undefined) return null;
      return column.total === 'sum' ? (this.#sums[at] ?? 0) : this.#ratio(column, column.total, 0).value;
    });
  }

  /**
   * Returns the XML of the totals row with number `row`, whose sums cover the rows from `first` to `last`; plain
   * zeros if there are no rows.
   */
  xml(row: number, first: number, last: number): string {
    return this.#columns
      .map((column, at) => {
        if (at === 0) return '';
        const cell = `<c r="${columnLetters(at)}${row}" s="${totalCellStyle(column.kind)}"`;
        if (column.total === undefined) return `${cell}/>`;
        const over = `${columnLetters(at)}${first}:${columnLetters(at)}${last}`;
        const { formula, value } =
          column.total === 'sum'
            ? { formula: last < first ? '' : `SUBTOTAL(9,${over})`, value: this.#sums[at] ?? 0 }
            : this.#ratio(column, column.total, row);
        const shown =
          typeof value === 'number' ? value / (UNITS_PER_CELL[column.kind] ?? 1) : escapeXml(value);
        const type = typeof value === 'number' ? '' : ' t="str"';
        const written = formula && `<f>${escapeXml(formula)}</f>`;
        return `${cell}${type}>${written}<v>${shown}</v></c>`;
      })
      .join('');
  }

  #ratio({ kind }: SheetColumn, { over, minus = [], under, none = '' }: RatioTotal, row: number) {
    const divisor = this.#of(under, 1);
    const all = [...over.map((name) => this.#of(name, 1)), ...minus.map((name) => this.#of(name, -1))];
    if (all.some((one) => one.kind !== (kind === 'percent' ? divisor.kind : kind)))
      throw new Error(`What is divided by “${under}” is of other kinds than the column it makes.`);
    const divided = all.reduce((sum, { value, sign }) => sum + sign * value, 0);
    const terms = all.map(({ at, sign }) => `${sign < 0 ? '-' : '+'}${columnLetters(at)}${row}`).join('');
    const sum = terms.replace(/^\+/, '');
    const by = `${columnLetters(divisor.at)}${row}`;
    const unit = UNITS_PER_CELL[kind] ?? 1;
    const quotient =
      kind === 'percent' ? `ROUND((${sum})/${by},3)` : `INT(ROUND((${sum})*${unit},0)/${by}+0.5)/${unit}`;
    const otherwise = none && `IF(${sum}=0,"","${none}")`;
    const formula = `IF(${by}=0,${otherwise || '""'},${quotient})`;
    if (divisor.value === 0) return { formula, value: divided === 0 ? '' : none };
    const value =
      kind === 'percent'
        ? Math.sign(divided / divisor.value) * Math.floor(Math.abs((divided * unit) / divisor.value) + 0.5)
        : Math.floor(divided / divisor.value + 0.5);
    return { formula, value };
  }

  #of(heading: string, sign: 1 | -1) {
    const at = this.#columns.findIndex((column) => column.heading === heading && column.total === 'sum');
    if (at < 1) throw new Error(`A total is made of “${heading}”, which is no column that is summed.`);
    return { at, sign, kind: this.#columns[at]?.kind, value: this.#sums[at] ?? 0 };
  }
}
