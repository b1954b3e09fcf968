import { expect, test } from 'vitest';
import { phonePattern } from './search.rules.ts';

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
