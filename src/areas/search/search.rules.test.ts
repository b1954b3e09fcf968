import { expect, test } from 'vitest';
import { numberIn, phonePattern } from './search.rules.ts';

test.each([
  ['6195550134', '%619%555%0134%'],
  ['16195550134', '%619%555%0134%'],
  ['(619) 555-0134', '%619%555%0134%'],
  ['+1 619 555 0134', '%619%555%0134%'],
  ['619.555.0134', '%619%555%0134%'],
  ['5550134', '%555%0134%'],
])('%s is looked for as %s', (typed, pattern) => expect(phonePattern(typed)).toBe(pattern));

test.each(['smith', '2026', '555', 'TP-123456', '12345678901234567890', '((((((((', '1.5'])(
  '%s is no phone number',
  (typed) => expect(phonePattern(typed)).toBeNull(),
);

test.each([
  ['742', 742],
  ['#742', 742],
  ['#', 0],
  ['742a', 0],
  ['1234567890', 0],
  ['7 42', 0],
])('the number in %s is %s', (typed, number) => expect(numberIn(typed)).toBe(number));
