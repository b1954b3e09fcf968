import { describe, expect, test } from 'vitest';
import {
  fieldsToCompare,
  fieldCheckText,
  fieldCheckDueSince,
  lostFieldsNotice,
  type FieldCheckResult,
} from './check.rules.ts';

const TIME_ZONE = 'America/Los_Angeles';
const clock = (now: string, at = '03:00') => ({ now: new Date(now), at, timeZone: TIME_ZONE });

test.each([
  ['2031-05-01T09:59:00Z', '03:00', '2031-04-30T10:00:00.000Z'],
  ['2031-05-01T10:00:00Z', '03:00', '2031-05-01T10:00:00.000Z'],
  ['2031-05-02T05:00:00Z', '03:00', '2031-05-01T10:00:00.000Z'],
  // On 2031-03-09 daylight saving time begins, so the clock skips 02:30.
  ['2031-03-09T18:00:00Z', '02:30', '2031-03-09T10:30:00.000Z'],
  ['2031-05-01T10:00:00Z', 'off', null],
])('at %s a check from %s on is due since %s', (now, at, due) => {
  const since = fieldCheckDueSince(clock(now, at));
  expect(since === null ? null : new Date(since).toISOString()).toBe(due);
});

describe('a look', () => {
  const checked = {
    course_id: 7,
    course_ref: '19000',
    checked_at: '2031-04-30T10:05:00.123456+00:00',
    fields: ['a', 'b'],
    lost: ['b'],
  };
  const look = { course_id: 7, course_ref: '19000', checked };
  const AT_THREE = clock('2031-05-01T10:00:00Z');
  test.each([
    ['of the checked course is checked once it is due', look, AT_THREE, { known: ['a', 'b'], lost: ['b'] }],
    ['of the checked course is not before', look, clock('2031-05-01T09:59:00Z'), undefined],
    ['of another course is not', { ...look, course_id: 8 }, AT_THREE, undefined],
    [
      'of another course is, when the checked one had nothing for three days',
      { ...look, course_id: 8 },
      clock('2031-05-03T11:00:00Z'),
      { known: null, lost: [] },
    ],
    [
      'of the same course under another id begins again then',
      { ...look, course_ref: '19004' },
      clock('2031-05-03T11:00:00Z'),
      { known: null, lost: [] },
    ],
    ['is the first at its system', { ...look, checked: null }, AT_THREE, { known: null, lost: [] }],
    [
      'is not checked where it is off',
      { ...look, checked: null },
      clock('2031-05-01T10:00:00Z', 'off'),
      undefined,
    ],
  ])('%s', (_, given, at, expected) => expect(fieldsToCompare(given, at)).toEqual(expected));
});

const CHECK: FieldCheckResult = {
  system: 'fore_up',
  course_name: 'Torrey Pines South',
  checked_at: '2031-05-01T10:00:00Z',
  lost: [],
  added: [],
  sample: 'fore_up-1a2b.txt',
};
test.each([
  [{}, 'foreUP sends all that RIC reads (checked at Torrey Pines South 5 h ago).'],
  [
    { added: ['groupSizes', 'note'] },
    'foreUP sends all that RIC reads, and what it did not send before: groupSizes, note (checked at Torrey Pines South 5 h ago, sample fore_up-1a2b.txt).',
  ],
  [
    { added: ['groupSizes'], lost: ['allowedGroupSizes'], sample: null },
    'foreUP no longer sends allowedGroupSizes, which RIC reads (checked at Torrey Pines South 5 h ago). Ask the operator of RIC.',
  ],
])('%j in words', (given, text) =>
  expect(fieldCheckText({ ...CHECK, ...given }, new Date('2031-05-01T15:00:00Z'))).toBe(text),
);

test('the notice is the same every night', () => {
  expect(lostFieldsNotice({ system: 'club_prophet', lost: ['minPlayer', 'maxPlayer'] })).toBe(
    'Club Prophet no longer sends minPlayer, maxPlayer, which RIC reads: Sources says where. Ask the operator of RIC.',
  );
});
