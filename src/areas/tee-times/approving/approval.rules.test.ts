import { describe, expect, test } from 'vitest';
import { currentRefundAmount, refundChoiceForAmount, refundRequestLapseTime } from './approval.rules.ts';
import { refundRequestWords } from '../locks/waiting.rules.ts';
import { centsWithoutApproval, needsApproval } from '../refund-limits/refund-limits.rules.ts';

describe('which refunds wait', () => {
  test.each([
    [undefined, 0, 99_999_999, false],
    [undefined, 50_000, 1, false],
    [300, 0, 30_000, false],
    [300, 0, 30_001, true],
    [300, 20_000, 10_000, false],
    [300, 20_000, 10_001, true],
    [300, 30_000, 1, true],
    [300, 99_900, 1, true],
    [300, 99_900, 0, false],
    [0, 0, 0, false],
    [0, 0, 1, true],
  ] as const)('above $%s with %i cents back already, %i cents: %s', (above, refunded, cents, waits) =>
    expect(needsApproval(cents, centsWithoutApproval(above, refunded))).toBe(waits),
  );
});

describe('the choice', () => {
  const figures = { standardCents: 33_200, fullCents: 41_200 };
  test.each([
    [null, null, 'standard'],
    [33_200, 'standard', 'standard'],
    [33_100, 'standard', 'custom'],
    [41_200, 'full', 'full'],
    [41_100, 'full', 'custom'],
    [41_200, null, 'custom'],
    [33_200, 'custom', 'custom'],
  ] as const)('of %s cents, said to be %s, is %s', (sent, said, choice) =>
    expect(refundChoiceForAmount(sent, said, figures)).toBe(choice),
  );

  test.each([
    ['standard', 41_200, 33_200],
    ['full', 40_000, 41_200],
    ['custom', 40_000, 40_000],
    ['custom', 41_201, 41_200],
  ] as const)('%s of %i cents is %i now', (choice, asked, now) =>
    expect(currentRefundAmount(choice, asked, figures)).toBe(now),
  );
});

test('seven days are seven times 24 hours, whatever clocks do', () =>
  expect(refundRequestLapseTime(new Date('2030-10-30T08:00:00Z')).toISOString()).toBe(
    '2030-11-06T08:00:00.000Z',
  ));

test('what is asked for is said in words', () => {
  expect(refundRequestWords({ cancel: true, raw_card: 51_200, raw_certificate: 10_000 })).toBe(
    'cancel and refund $612.00',
  );
  expect(refundRequestWords({ cancel: false, raw_card: 0, raw_certificate: 1 })).toBe('refund $0.01');
});
