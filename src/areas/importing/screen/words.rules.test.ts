import { expect, test } from 'vitest';
import { leftOutColumnsText } from './words.rules.ts';

test.each([
  [['Email'], ['email'], ''],
  [['Shoe size'], [''], '“Shoe size” is left out.'],
  [['Shoe size', ''], ['', ''], '“Shoe size”, a column without a name are left out.'],
  [['Name', 'Last'], ['', 'last_name'], '“Name” is left out.'],
  [
    ['Full Name', 'Email'],
    ['', 'email'],
    '“Full Name” is left out. RIC has two columns for a name: split it into First name and Last name in the spreadsheet.',
  ],
])('of the columns %j, which are %j, it says: %s', (headings, columns, says) =>
  expect(leftOutColumnsText(headings, columns)).toBe(says),
);
