import { cellsOf, letters, textXml } from './xlsx/cells.ts';
import { lookOf, styleOfTotal } from './xlsx/styles.ts';
import { part } from './xlsx/xml.ts';
import { Sums } from './totals.ts';
import type { Column, Kind, Row, SheetHead } from './workbook.ts';

/** The row of the headings, under title, period and run. */
export const HEADINGS = 4;
const WIDTHS: Record<Exclude<Kind, 'text'>, number> = {
  ...{ number: 10, money: 14, date: 13, time: 8, moment: 19, percent: 10 },
};
const NARROWEST = 8;
const WIDEST = 48;
const [BEFORE = '', AFTER = ''] = part('worksheet', '|').split('|');
const PAGE =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup orientation="landscape" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>';

/** One worksheet's XML, piece by piece. */
export class SheetXml {
  readonly #sheet: SheetHead;
  readonly #columns: readonly (Column & { letter: string })[];
  readonly #cellsOf: readonly ReturnType<typeof cellsOf>[];
  #row = HEADINGS;
  #first = HEADINGS + 1;
  #all: Sums;
  #since: Sums;

  constructor(sheet: SheetHead) {
    this.#sheet = sheet;
    this.#columns = sheet.columns.map((column, at) => ({ ...column, letter: letters(at) }));
    this.#cellsOf = this.#columns.map(({ kind, letter }) => cellsOf(kind, letter));
    this.#all = new Sums(sheet.columns);
    this.#since = new Sums(sheet.columns);
  }

  /** Where headings and data stand so far, which is what may be filtered: `$A$4:$L$104`. */
  get filter(): string {
    return `$A$${HEADINGS}:$${letters(this.#columns.length - 1)}$${this.#row}`;
  }

  /** What stands before the data; the first rows say how wide columns of text are. */
  head(first: readonly Row[], isFirstSheet: boolean): string {
    const { title, lines } = this.#sheet;
    const said = [title, ...lines].map((text, at) => {
      const look = at === 0 ? lookOf('title') : lookOf('line');
      return `<row r="${at + 1}">${textXml(`A${at + 1}`, text, () => look)}</row>`;
    });
    const headings = this.#columns.map(({ heading, kind, letter }) =>
      textXml(`${letter}${HEADINGS}`, heading, () => lookOf(kind === 'text' ? 'heading' : 'headingAtRight')),
    );
    const widths = this.#columns.map(
      (column, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column, at, first)}" customWidth="1"/>`,
    );
    return `${BEFORE}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${
      isFirstSheet ? ' tabSelected="1"' : ''
    } workbookViewId="0"><pane ySplit="${HEADINGS}" topLeftCell="A${HEADINGS + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join(
      '',
    )}</cols><sheetData>${said.join('')}<row r="${HEADINGS}">${headings.join('')}</row>`;
  }

  rows(rows: readonly Row[]): string {
    let xml = '';
    for (const row of rows) {
      this.#row += 1;
      xml += `<row r="${this.#row}">${this.#cells(row)}</row>`;
    }
    return xml;
  }

  #cells(row: Row): string {
    if ('section' in row) return this.#section(row.section);
    if ('subtotal' in row) return this.#subtotal(row.subtotal);
    this.#all.add(row);
    this.#since.add(row);
    let xml = '';
    for (let at = 0; at < this.#cellsOf.length; at += 1)
      xml += this.#cellsOf[at]?.(this.#row, row[at] ?? null) ?? '';
    return xml;
  }

  #section(text: string): string {
    this.#begin();
    const [, ...others] = this.#columns;
    const blank = others.map(({ letter }) => `<c r="${letter}${this.#row}" s="${lookOf('section')}"/>`);
    return textXml(`A${this.#row}`, text, () => lookOf('section')) + blank.join('');
  }

  #subtotal(label: string): string {
    const totals = this.#since.xml(this.#row, this.#first, this.#row - 1);
    this.#begin();
    return textXml(`A${this.#row}`, label, styleOfTotal) + totals;
  }

  // The next subtotal goes over what follows.
  #begin(): void {
    this.#since = new Sums(this.#sheet.columns);
    this.#first = this.#row + 1;
  }

  /** What stands after the data: the totals, an empty row, the last line. */
  end(last: string): string {
    const row = this.#row + 1;
    const totals =
      this.#sheet.total === false
        ? ''
        : `<row r="${row}">${textXml(`A${row}`, 'Total', styleOfTotal)}${this.#all.xml(row, HEADINGS + 1, row - 1)}</row>`;
    const end = totals ? row + 2 : row + 1;
    const line = `<row r="${end}">${textXml(`A${end}`, last, () => lookOf('line'))}</row>`;
    return `${totals}${line}</sheetData><autoFilter ref="${this.filter.replaceAll('$', '')}"/>${PAGE}${AFTER}`;
  }
}

function widthOf({ kind, width, heading }: Column, at: number, rows: readonly Row[]): number {
  if (width !== undefined) return width;
  // The filter's arrow stands beside the heading.
  const least = heading.length + 4;
  if (kind !== 'text') return Math.max(least, WIDTHS[kind]);
  const longest = rows.reduce(
    (most, row) =>
      'section' in row || 'subtotal' in row ? most : Math.max(most, String(row[at] ?? '').length),
    NARROWEST,
  );
  return Math.max(least, Math.min(longest + 2, WIDEST));
}
