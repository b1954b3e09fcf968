import { expect, test } from 'vitest';
import { parseRecordId, parsePhoneNumber, withApostrophe, searchWords } from './search.rules.ts';

test.each([
  ['6195550134', '6195550134'],
  ['16195550134', '6195550134'],
  ['(619) 555-0134', '6195550134'],
  ['+1 619 555 0134', '6195550134'],
  ['001 619 555 0134', '6195550134'],
  ['619.555.0134', '6195550134'],
  ['5550134', '5550134'],
  ['(619) 555', '619555'],
  ['(858) 555-0177 x12', '8585550177'],
  ['858-555-0177 ext 12', '8585550177'],
  ['858-555-0177, ext. 12', '8585550177'],
  ['858–555–0177', '8585550177'],
  ['+1 (858) 555\u20110177', '8585550177'],
  ['\u202a858\u00a0555\u00a00177\u202c', '8585550177'],
  ['tel:+18585550177', '8585550177'],
  ['Cell 8585550177', '8585550177'],
  ['home: (858) 555-0177 x12', '8585550177'],
  ['858 555 0177 cell', '8585550177'],
  ['858 555 0177 (work)', '8585550177'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['702/555/8624', '7025558624'],
  ['702/555-8624', '7025558624'],
])('%j is searched by the digits %s', (typed, digits) => expect(parsePhoneNumber(typed)).toBe(digits));

test.each([
  'smith',
  '2026',
  '555',
  'TP-123456',
  '12345678901234567890',
  '((((((((',
  '(619) 55',
  '619 555',
  '1.5',
  'cell',
  'cell x12',
  'work 742',
  'homer 8585550177',
  'smith 858-555-0177',
  '12/05/2026',
])('%s is no phone number', (typed) => expect(parsePhoneNumber(typed)).toBeNull());

test.each([
  ['Bob.Smith@Example.com.', ['bob.smith@example.com']],
  ['O’Neill  Jr.', ["o'neill", 'jr']],
  ['.', []],
  [',', []],
  ['Lopez, Jason', ['lopez', 'jason']],
  ['lopez,jason', ['lopez', 'jason']],
  ['Mr. Jason Lopez', ['jason', 'lopez']],
  ['Mrs Lopez', ['lopez']],
  ['Lopez, Dr. Jason', ['lopez', 'jason']],
  ['Ms.', ['ms']],
  ['dr lop', ['dr', 'lop']],
  ['Drew', ['drew']],
])('the words of %j are %j', (typed, words) => expect(searchWords(typed)).toEqual(words));

test.each([
  ['oneill', "o'neill"],
  ['dangelo', "d'angelo"],
  ['ob', "o'b"],
  ['o', null],
  ["o'neill", null],
  ['smith', null],
])('%s may be typed for %s', (word, elided) => expect(withApostrophe(word)).toBe(elided));

test.each([
  ['742', 742],
  ['#742', 742],
  ['#', 0],
  ['742a', 0],
  ['1234567890', 0],
  ['7 42', 0],
])('the number in %s is %s', (typed, number) => expect(parseRecordId(typed)).toBe(number));
