import { expect, test } from 'vitest';
import { unusualChargeQuestion, whyChargeUnusual } from './unusual-charge.rules.ts';

const asked = (charge: number, suggested: number | null, askedFrom: number | null = 500_000) =>
  unusualChargeQuestion({ charge, suggested, askedFrom })?.detail ?? null;

test.each([
  [138_599, 46_200],
  [499_999, null],
  [499_999, 0],
  [100, 46_200],
])('a charge of %d cents where %s are suggested is an ordinary one', (charge, suggested) => {
  expect(asked(charge, suggested)).toBeNull();
});

test('three times what is suggested is asked about', () => {
  expect(unusualChargeQuestion({ charge: 138_600, suggested: 46_200, askedFrom: 500_000 })).toEqual({
    question: 'Charge $1,386.00?',
    detail: 'The suggested charge is $462.00.',
    verb: 'Charge $1,386.00',
    field: 'charge',
  });
  expect(asked(138_600, 46_200, null)).toBe('The suggested charge is $462.00.');
});

test('so is a charge from the setting upwards, whatever is suggested', () => {
  const said = 'Charges of $5,000.00 or more are asked about.';
  expect(asked(500_000, null)).toBe(said);
  expect(asked(500_000, 0)).toBe(said);
  expect(asked(500_000, 499_999)).toBe(`The suggested charge is $4,999.99. ${said}`);
});

test('of a change the part that is still to pay counts for the setting', () => {
  expect(whyChargeUnusual({ charge: 600_000, due: 499_999, suggested: null, askedFrom: 500_000 })).toBeNull();
  expect(whyChargeUnusual({ charge: 600_000, due: 1, suggested: 200_000, askedFrom: 500_000 })).toBe(
    'The suggested charge is $2,000.00.',
  );
});
