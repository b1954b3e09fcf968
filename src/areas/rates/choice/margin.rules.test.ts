import { expect, test } from 'vitest';
import { rateMargin } from './margin.rules.ts';

const terms = {
  raw_rate: 10_000,
  raw_service_fee: 500,
  raw_wholesale_rate: 7_000,
  raw_commission: 1_000,
  is_commission_dollars: true,
};

test.each([
  ['a commission in dollars', {}, [3_500, 1_000, 2_500]],
  [
    'one in percent of rate and fee, half up',
    { is_commission_dollars: false, raw_commission: 1_003 },
    [3_500, 1_053, 2_447],
  ],
  ['a commission above the margin', { raw_commission: 4_000 }, [3_500, 4_000, -500]],
  ['a net above what is paid', { raw_wholesale_rate: 12_000, raw_commission: 0 }, [-1_500, 0, -1_500]],
  [
    'nothing known but the rate',
    { raw_service_fee: 0, raw_wholesale_rate: 0, raw_commission: 0 },
    [10_000, 0, 10_000],
  ],
])('%s', (_, change, [margin, commission, left]) =>
  expect(rateMargin({ ...terms, ...change })).toMatchObject({
    raw_margin: margin,
    raw_commission: commission,
    raw_left: left,
  }),
);
