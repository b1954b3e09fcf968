import type { Kind } from '../workbook.ts';
import { part } from './xml.ts';

type Name = Kind | 'quoted';
type Look = { font: number; fill?: number; border?: number; align?: string };

// Numbers below 164 are formats that every program has. `quoted` is text that stays text when it is edited.
const FORMATS: Record<Name, number> = {
  ...{ text: 0, quoted: 0, number: 3, money: 164, date: 165, time: 166, moment: 167, percent: 168 },
};
const OWN_FORMATS = ['#,##0.00;[Red]-#,##0.00', 'mmm d yyyy', 'hh:mm', 'mmm d yyyy hh:mm', '0.0%'];
const FONTS = ['<sz val="11"/>', '<b/><sz val="11"/>', '<b/><sz val="14"/>', '<i/><sz val="10"/>'];
const FILLS = ['none"/>', 'gray125"/>', ...['FFE6F0EA', 'FFF1F4F2'].map(solid)];
const BORDERS = ['<top/><bottom/>', `<top/>${line('bottom')}`, `${line('top')}<bottom/>`];
const AT_RIGHT = '<alignment horizontal="right"/>';
const HEADING: Look = { font: 1, fill: 2, border: 1 };
const LOOKS: Record<'title' | 'line' | 'heading' | 'headingAtRight' | 'section', Look> = {
  ...{ title: { font: 2 }, line: { font: 3 }, section: { font: 1, fill: 3 } },
  ...{ heading: HEADING, headingAtRight: { ...HEADING, align: AT_RIGHT } },
};

const NAMES = Object.keys(FORMATS);
/** The number by which a cell names its look: of data, of a total, or one of the lines around them. */
export const styleOf = (name: Name): number => NAMES.indexOf(name);
export const styleOfTotal = (name: Name): number => NAMES.length + styleOf(name);
export const lookOf = (name: keyof typeof LOOKS): number =>
  2 * NAMES.length + Object.keys(LOOKS).indexOf(name);

function solid(colour: string): string {
  return `solid"><fgColor rgb="${colour}"/></patternFill>`;
}
function line(side: string): string {
  return `<${side} style="thin"><color rgb="FF9AA5A0"/></${side}>`;
}
const xf = ([name, format]: [string, number], { font, fill = 0, border = 0, align }: Look): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${
    name === 'quoted' ? ' quotePrefix="1"' : ''
  } applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${
    align ?? (name === 'text' || name === 'quoted' ? '' : AT_RIGHT)
  }</xf>`;
const xfs = (look: Look): string[] => Object.entries(FORMATS).map((format) => xf(format, look));

const PARTS: Record<string, string[]> = {
  numFmts: OWN_FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`),
  fonts: FONTS.map((font) => `<font>${font}<name val="Calibri"/><family val="2"/></font>`),
  fills: FILLS.map((fill) => `<fill><patternFill patternType="${fill}</fill>`),
  borders: BORDERS.map((border) => `<border><left/><right/>${border}<diagonal/></border>`),
  cellStyleXfs: ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'],
  cellXfs: [
    xfs({ font: 0 }),
    xfs({ font: 1, border: 2 }),
    Object.values(LOOKS).map((look) => xf(['text', 0], look)),
  ].flat(),
  cellStyles: ['<cellStyle name="Normal" xfId="0" builtinId="0"/>'],
};
const written = ([tag, items]: [string, string[]]) =>
  `<${tag} count="${items.length}">${items.join('')}</${tag}>`;
/** `xl/styles.xml`. */
export const STYLES = part('styleSheet', Object.entries(PARTS).map(written).join(''));
