import { expect, test } from 'vitest';
import { parametersAfterTyping } from './typed-days.rules.ts';

const TODAY = '2026-11-27';
const changed = (name: 'start_date' | 'end_date', value: string | null) =>
  parametersAfterTyping(name, value, TODAY);

test.each([
  ['nov 1 - nov 15', '2026-11-01', '2026-11-15'],
  ['11/1 to 11/15', '2026-11-01', '2026-11-15'],
  ['nov 1 to today', '2026-11-01', '2026-11-27'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['december', '2025-12-01', '2025-12-31'],
])('%s typed into either field sets both', (typed, start_date, end_date) => {
  expect(changed('start_date', typed)).toEqual({ start_date, end_date });
  expect(changed('end_date', typed)).toEqual({ start_date, end_date });
});

test('several days of the comparison set its own fields', () => {
  expect(parametersAfterTyping('compare_start_date', 'oct 1 - oct 15', TODAY)).toEqual({
    compare_start_date: '2026-10-01',
    compare_end_date: '2026-10-15',
  });
});

test.each([['2026-11-01'], [null], ['someday'], ['since nov 1']])('%s changes its field alone', (value) => {
  expect(changed('start_date', value)).toEqual({ start_date: value });
});

test.each(['10/31/2026 11:59 PM', '2026-10-31T00:00:00', 'Oct 31, 2026 3:15 PM'])(
  '%s is that day of its field alone',
  (typed) => expect(changed('end_date', typed)).toEqual({ end_date: '2026-10-31' }),
);

test('other fields take their value as it is', () => {
  expect(parametersAfterTyping('month', { typed: 'nov' }, TODAY)).toEqual({ month: { typed: 'nov' } });
  expect(parametersAfterTyping('all_dates', true, TODAY)).toEqual({ all_dates: true });
});
