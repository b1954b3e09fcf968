import { expect, test } from 'vitest';
import { readDay } from './cells.rules.ts';

test.each([
  ['2024-05-31', '2024-05-31'],
  ['5/31/2024', '2024-05-31'],
  ['\uff12\uff10\uff12\uff14-05-31', '2024-05-31'],
  ['Fri, May 31 2024', '2024-05-31'],
  ['Sat 12/7/2024', '2024-12-07'],
  ['Sun 12/7/2024', null],
  ['31/5/2024', null],
  ['5/31', null],
  ['1205', null],
  ['Tue 1205', null],
  ['May 2024', null],
  ['2024-02-30', null],
])('a cell of %j is the day %j', (cell, day) => expect(readDay(cell)).toBe(day));
