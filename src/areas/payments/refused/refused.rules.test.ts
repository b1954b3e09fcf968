import { expect, test } from 'vitest';
import { failedChargeAnswer } from './refused.rules.ts';

const of = { amount: 'charge', otherwise: 'The gateway never got it.' };

test.each([
  [null, { errors: { 'credit_card.number': ['Why.'] }, code: 'card_declined' }],
  ['card', { errors: { 'credit_card.number': ['Why.'] }, code: 'card_declined' }],
  ['amount_too_small', { errors: { charge: ['Why.'] } }],
  ['amount_too_large', { errors: { charge: ['Why.'] } }],
  ['account', { message: 'Why.' }],
])('a charge that is refused for %s is answered %j', (refused_for, answer) => {
  expect(failedChargeAnswer({ refused_for, decline_reason: 'Why.' }, of)).toEqual(answer);
});

test('a charge that never arrived has no reason of its own', () => {
  expect(failedChargeAnswer({ refused_for: null, decline_reason: null }, of)).toEqual({
    errors: { 'credit_card.number': ['The gateway never got it.'] },
    code: 'card_declined',
  });
});
