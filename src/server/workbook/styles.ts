import type { Kind } from './workbook.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** A part's XML, its root in the namespace of spreadsheets. */
export const part = (root: string, inner: string, further = ''): string =>
  `${HEAD}<${root} ${MAIN}${further}>${inner}</${root}>`;

// Numbers below 164 are formats that every program has.
const FORMATS: Record<Kind | 'quoted', number> = {
  ...{ text: 0, quoted: 0, number: 3, money: 164, date: 165, time: 166, moment: 167, percent: 168 },
};
const OWN_FORMATS = ['#,##0.00;[Red]-#,##0.00', 'mmm d yyyy', 'hh:mm', 'mmm d yyyy hh:mm', '0.0%'];

type Look = { font: number; fill?: number; border?: number; more?: string };
const HEADING: Look = { font: 1, fill: 2, border: 1 };
const LOOKS: Record<'title' | 'line' | 'heading' | 'headingOfNumbers' | 'section', Look> = {
  title: { font: 2 },
  line: { font: 3 },
  heading: HEADING,
  headingOfNumbers: { ...HEADING, more: '<alignment horizontal="right"/>' },
  section: { font: 1, fill: 3 },
};

const KINDS = Object.keys(FORMATS);
const at = (name: string): number => KINDS.indexOf(name);
const lookAt = (look: keyof typeof LOOKS): number => 2 * KINDS.length + Object.keys(LOOKS).indexOf(look);
/** The numbers that cells name their looks by. `quoted` is text that begins like a formula, and stays text when it is edited. */
export const style = {
  of: (kind: Kind | 'quoted'): number => at(kind),
  ofTotal: (kind: Kind | 'quoted'): number => KINDS.length + at(kind),
  title: lookAt('title'),
  line: lookAt('line'),
  heading: lookAt('heading'),
  headingOfNumbers: lookAt('headingOfNumbers'),
  section: lookAt('section'),
};

const xf = (format: number, { font, fill = 0, border = 0, more = '' }: Look, quoted = false): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${
    quoted ? ' quotePrefix="1"' : ''
  }${more && ' applyAlignment="1"'}>${more}</xf>`;
const all = (tag: string, items: readonly string[]): string =>
  `<${tag} count="${items.length}">${items.join('')}</${tag}>`;

const font = (size: number, colour: string, bold = ''): string =>
  `<font>${bold}<sz val="${size}"/><color rgb="${colour}"/><name val="Calibri"/><family val="2"/></font>`;
const fill = (pattern: string, colour = ''): string =>
  `<fill><patternFill patternType="${pattern}">${colour && `<fgColor rgb="${colour}"/>`}</patternFill></fill>`;
const NO_BORDER = '<border><left/><right/><top/><bottom/><diagonal/></border>';
const line = (side: 'top' | 'bottom'): string =>
  NO_BORDER.replace(`<${side}/>`, `<${side} style="thin"><color rgb="FF9AA5A0"/></${side}>`);

const cellsOf = (look: Look): string[] =>
  Object.entries(FORMATS).map(([name, format]) => xf(format, look, name === 'quoted'));

/** `xl/styles.xml`, in which `style` counts. */
export const STYLES = part(
  'styleSheet',
  [
    all(
      'numFmts',
      OWN_FORMATS.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`),
    ),
    all('fonts', [
      ...[font(11, 'FF1A1F1C'), font(11, 'FF1A1F1C', '<b/>')],
      ...[font(14, 'FF1F6B47', '<b/>'), font(10, 'FF5A6660')],
    ]),
    all('fills', [fill('none'), fill('gray125'), fill('solid', 'FFE6F0EA'), fill('solid', 'FFF1F4F2')]),
    all('borders', [NO_BORDER, line('bottom'), line('top')]),
    all('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    all('cellXfs', [
      ...cellsOf({ font: 0 }),
      ...cellsOf({ font: 1, border: 2 }),
      ...Object.values(LOOKS).map((look) => xf(0, look)),
    ]),
    all('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  ].join(''),
);
