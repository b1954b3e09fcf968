import { cellWriter, columnLetters, textCellXml } from './xlsx/cells.ts';
import { headingStyle, lineStyle, totalCellStyle } from './xlsx/styles.ts';
import { PADDING_LETTERS, needsWrapping, wrappedLineCount } from './wrapping.ts';
import { spreadsheetPartXml } from './xlsx/xml.ts';
import { ColumnTotals } from './totals.ts';
import type { SheetColumn, CellKind, SheetRow, SheetHead } from './workbook.ts';

/** The number of the row with the headings, below title, period and run. */
export const HEADINGS_ROW = 4;
const WIDTHS: Record<Exclude<CellKind, 'text'>, number> = {
  number: 10,
  money: 14,
  date: 13,
  time: 8,
  moment: 19,
  percent: 10,
};
const NARROWEST = 8;
const ROW_POINTS = 15;
const WIDEST = 48;
const [BEFORE = '', AFTER = ''] = spreadsheetPartXml('worksheet', '|').split('|');
const PAGE =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup orientation="landscape" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>';

/** Writes the XML of one worksheet piece by piece. */
export class SheetXml {
  readonly #sheet: SheetHead;
  readonly #columns: readonly (SheetColumn & { letter: string })[];
  #cellsOf: readonly ReturnType<typeof cellWriter>[] = [];
  #widths: readonly number[] = [];
  #row = HEADINGS_ROW;
  #first = HEADINGS_ROW + 1;
  /** The columns whose texts may wrap. */
  #texts: { at: number; width: number }[] = [];
  #all: ColumnTotals;
  #since: ColumnTotals;

  constructor(sheet: SheetHead) {
    this.#sheet = sheet;
    this.#columns = sheet.columns.map((column, at) => ({ ...column, letter: columnLetters(at) }));
    this.#all = new ColumnTotals(sheet.columns);
    this.#since = new ColumnTotals(sheet.columns);
  }

  /** Returns the cell range of the headings and the data so far, which Excel can filter: `$A$4:$L$104`. */
  get filter(): string {
    return `$A$${HEADINGS_ROW}:$${columnLetters(this.#columns.length - 1)}$${this.#row}`;
  }

  /** Returns the XML before the data; the first rows decide how wide text columns are. */
  head(first: readonly SheetRow[], isFirstSheet: boolean): string {
    const { title, lines } = this.#sheet;
    const headingLines = [title, ...lines].map((text, at) => {
      const look = at === 0 ? lineStyle('title') : lineStyle('line');
      return `<row r="${at + 1}">${textCellXml(`A${at + 1}`, text, () => look)}</row>`;
    });
    const headings = this.#columns.map(({ heading, kind, letter }) =>
      textCellXml(`${letter}${HEADINGS_ROW}`, heading, () => headingStyle(kind)),
    );
    this.#widths = this.#columns.map((column, at) => widthOf(column, at, first));
    this.#cellsOf = this.#columns.map(({ kind, letter }, at) => cellWriter(kind, letter, this.#width(at)));
    this.#texts = this.#columns.flatMap(({ kind }, at) =>
      kind === 'text' ? [{ at, width: this.#width(at) }] : [],
    );
    const columns = this.#widths.map(
      (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    );
    const deepest = this.#columns.map(({ heading }, at) =>
      wrappedLineCount(heading, this.#width(at) - ARROW),
    );
    return `${BEFORE}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${
      isFirstSheet ? ' tabSelected="1"' : ''
    } workbookViewId="0"><pane ySplit="${HEADINGS_ROW}" topLeftCell="A${HEADINGS_ROW + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="${ROW_POINTS}"/><cols>${columns.join(
      '',
    )}</cols><sheetData>${headingLines.join('')}<row r="${HEADINGS_ROW}"${heightOf(Math.max(...deepest))}>${headings.join('')}</row>`;
  }

  rows(rows: readonly SheetRow[]): string {
    let xml = '';
    for (const row of rows) {
      this.#row += 1;
      xml += `<row r="${this.#row}"${this.#height(row)}>${this.#cells(row)}</row>`;
    }
    return xml;
  }

  #width(at: number): number {
    return this.#widths[at] ?? NARROWEST;
  }

  // Returns a row's height, because not every program computes the height of a row with wrapped text.
  #height(row: SheetRow): string {
    if ('section' in row || 'subtotal' in row) return '';
    let lines = 1;
    for (const { at, width } of this.#texts) {
      const cell = row[at];
      if (typeof cell === 'string' && needsWrapping(cell, width))
        lines = Math.max(lines, wrappedLineCount(cell, width - PADDING_LETTERS));
    }
    return lines > 1 ? heightOf(lines) : '';
  }

  #cells(row: SheetRow): string {
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
    const blank = others.map(({ letter }) => `<c r="${letter}${this.#row}" s="${lineStyle('section')}"/>`);
    return textCellXml(`A${this.#row}`, text, () => lineStyle('section')) + blank.join('');
  }

  #subtotal(label: string): string {
    const totals = this.#since.xml(this.#row, this.#first, this.#row - 1);
    this.#begin();
    return textCellXml(`A${this.#row}`, label, totalCellStyle) + totals;
  }

  // Starts the sums for the next subtotal, which covers the rows that follow.
  #begin(): void {
    this.#since = new ColumnTotals(this.#sheet.columns);
    this.#first = this.#row + 1;
  }

  /** Returns the XML after the data: the totals, an empty row, the last line. */
  end(last: string): string {
    const row = this.#row + 1;
    const totals =
      this.#sheet.total === false
        ? ''
        : `<row r="${row}">${textCellXml(`A${row}`, 'Total', totalCellStyle)}${this.#all.xml(row, HEADINGS_ROW + 1, row - 1)}</row>`;
    const end = totals ? row + 2 : row + 1;
    const line = `<row r="${end}">${textCellXml(`A${end}`, last, () => lineStyle('line'))}</row>`;
    return `${totals}${line}</sheetData><autoFilter ref="${this.filter.replaceAll('$', '')}"/>${PAGE}${AFTER}`;
  }
}

const heightOf = (lines: number): string => ` ht="${lines * ROW_POINTS}" customHeight="1"`;

// The width of the filter's arrow beside a heading, in letters.
const ARROW = 4;

function widthOf({ kind, width, heading }: SheetColumn, at: number, rows: readonly SheetRow[]): number {
  if (width !== undefined) return width;
  const word = Math.max(...heading.split(' ').map(({ length }) => length));
  const needed = Math.max(word + ARROW, kind === 'text' ? widthOfTexts(rows, at) : WIDTHS[kind]);
  // If the heading fits in one line, the column also gets room for the filter's arrow.
  return needed < heading.length - 1 ? needed : Math.max(needed, heading.length + ARROW);
}

function widthOfTexts(rows: readonly SheetRow[], at: number): number {
  const longest = rows.reduce(
    (most, row) =>
      'section' in row || 'subtotal' in row ? most : Math.max(most, String(row[at] ?? '').length),
    NARROWEST,
  );
  return Math.min(longest + PADDING_LETTERS, WIDEST);
}
