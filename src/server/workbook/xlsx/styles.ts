import type { CellKind } from '../workbook.ts';
import { spreadsheetPartXml } from './xml.ts';

type Name = CellKind | 'quoted' | 'long' | 'quotedLong';
type Look = { font: number; fill?: number; border?: number; align?: string };

const [AT_LEFT, AT_RIGHT, WRAPPED] = ['horizontal="left"', 'horizontal="right"', 'wrapText="1"'];
// The number format of each cell kind (below 164 a built-in one) and its alignment. `quoted` text stays text when it is
// edited, `long` text wraps.
const FORMATS: Record<Name, [format: number, aligned: string]> = {
  text: [0, ''],
  quoted: [0, ''],
  long: [0, WRAPPED],
  quotedLong: [0, WRAPPED],
  number: [169, AT_RIGHT],
  money: [164, AT_RIGHT],
  percent: [168, AT_RIGHT],
  date: [165, AT_LEFT],
  time: [166, AT_LEFT],
  moment: [167, AT_LEFT],
};
// Space as wide as two brackets at the right of a number, which separates it from the next column.
const OFF = '_)_)';
const OWN_FORMATS = [
  `#,##0.00${OFF};[Red]-#,##0.00${OFF}`,
  'mmm d yyyy',
  'hh:mm',
  'mmm d yyyy hh:mm',
  `0.0%${OFF}`,
  `#,##0${OFF}`,
];
const solid = (colour: string): string => `solid"><fgColor rgb="${colour}"/></patternFill>`;
const line = (side: string): string => `<${side} style="thin"><color rgb="FF9AA5A0"/></${side}>`;
const FONTS = ['<sz val="11"/>', '<b/><sz val="11"/>', '<b/><sz val="14"/>', '<i/><sz val="10"/>'];
const FILLS = ['none"/>', 'gray125"/>', ...['FFE6F0EA', 'FFF1F4F2'].map(solid)];
const BORDERS = ['<top/><bottom/>', `<top/>${line('bottom')}`, `${line('top')}<bottom/>`];
const HEADING: Look = { font: 1, fill: 2, border: 1, align: WRAPPED };
const LOOKS: Record<'title' | 'line' | 'heading' | 'headingAtRight' | 'section', Look> = {
  title: { font: 2 },
  line: { font: 3 },
  section: { font: 1, fill: 3 },
  heading: HEADING,
  headingAtRight: { ...HEADING, align: `${AT_RIGHT} indent="1" ${WRAPPED}` },
};

const NAMES = Object.keys(FORMATS);
/** Returns the style number of a data cell. */
export const dataCellStyle = (name: Name): number => NAMES.indexOf(name);
export const totalCellStyle = (name: Name): number => NAMES.length + dataCellStyle(name);
export const lineStyle = (name: keyof typeof LOOKS): number =>
  2 * NAMES.length + Object.keys(LOOKS).indexOf(name);
export const headingStyle = (kind: CellKind): number =>
  lineStyle(FORMATS[kind][1] === AT_RIGHT ? 'headingAtRight' : 'heading');

const xf = (name: string, format: number, { font, fill = 0, border = 0, align = '' }: Look): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${
    name.startsWith('quoted') ? ' quotePrefix="1"' : ''
  } applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment ${align}/></xf>`;
// In a row with a text of several lines, all cells are aligned to the top.
const xfs = (look: Look): string[] =>
  Object.entries(FORMATS).map(([name, [format, aligned]]) =>
    xf(name, format, { ...look, align: `${aligned} vertical="top"` }),
  );

const PARTS: Record<string, string[]> = {
  numFmts: OWN_FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`),
  fonts: FONTS.map((font) => `<font>${font}<name val="Calibri"/><family val="2"/></font>`),
  fills: FILLS.map((fill) => `<fill><patternFill patternType="${fill}</fill>`),
  borders: BORDERS.map((border) => `<border><left/><right/>${border}<diagonal/></border>`),
  cellStyleXfs: ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'],
  cellXfs: [
    xfs({ font: 0 }),
    xfs({ font: 1, border: 2 }),
    Object.values(LOOKS).map((look) => xf('text', 0, look)),
  ].flat(),
  cellStyles: ['<cellStyle name="Normal" xfId="0" builtinId="0"/>'],
};
const written = ([tag, items]: [string, string[]]) =>
  `<${tag} count="${items.length}">${items.join('')}</${tag}>`;
/** The content of `xl/styles.xml`. */
export const STYLES_XML = spreadsheetPartXml('styleSheet', Object.entries(PARTS).map(written).join(''));
