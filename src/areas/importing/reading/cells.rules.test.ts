import { expect, test } from 'vitest';
import { parseDayCell, spreadsheetDamage, withoutCellFormula } from './cells.rules.ts';

test.each([
  ['2024-05-31', '2024-05-31'],
  ['5/31/2024', '2024-05-31'],
  ['\uff12\uff10\uff12\uff14-05-31', '2024-05-31'],
  ['Fri, May 31 2024', '2024-05-31'],
  ['Sat 12/7/2024', '2024-12-07'],
  ['Sun 12/7/2024', null],
  ['2024-05-31 00:00:00', '2024-05-31'],
  ['5/31/2024 0:00', '2024-05-31'],
  ['5/31/2024 2:05 PM', '2024-05-31'],
  ['31-May-24', '2024-05-31'],
  ['05-Nov-2026', '2026-11-05'],
  ['11/5/26', '2026-11-05'],
  ['31/5/2024', null],
  ['5/31', null],
  ['1205', null],
  ['Tue 1205', null],
  ['May 2024', null],
  ['2024-02-30', null],
])('a cell of %j is the day %j', (cell, day) => expect(parseDayCell(cell)).toBe(day));

test.each([
  ['serial', '5-Nov', 'was made a day by a spreadsheet'],
  ['confirmation', 'Nov-05', 'was made a day by a spreadsheet'],
  ['last_name', 'NÃºÃ±ez', 'has broken letters'],
  ['last_name', 'Oâ€™Brien', 'has broken letters'],
])('a %s of %j %s', (field, cell, says) => expect(spreadsheetDamage(field, cell)).toContain(says));

test.each([
  ['serial', '5-ABC'],
  ['serial', 'GC-05'],
  ['last_name', 'Núñez'],
  ['last_name', 'São'],
])('a %s of %j is as it was', (field, cell) => expect(spreadsheetDamage(field, cell)).toBeNull());

test.each([
  ['="02139"', '02139'],
  ['02139', '02139'],
  ['=A1', '=A1'],
])('a cell of %j holds %j', (cell, value) => expect(withoutCellFormula(cell)).toBe(value));
