import { expect, test } from 'vitest';
import { NothingSent, OutcomeUnknown, type Charge, type Outcome, type PaymentGateway } from './gateway.ts';
import { chargeWithin } from './retry.ts';

/** A gateway whose charges end as listed, one after the other. */
function gatewayThat(...tries: (() => Promise<Outcome>)[]) {
  const seen: Charge[] = [];
  const unused = () => Promise.reject(new Error('not asked'));
  const gateway: PaymentGateway = {
    name: 'built-in',
    prepare: unused,
    refund: unused,
    keepCard: unused,
    lookUp: unused,
    charge: (charge) => {
      seen.push(charge);
      return (tries[seen.length - 1] ?? unused)();
    },
  };
  return { gateway, seen };
}
const unknown = () => Promise.reject(new OutcomeUnknown('no answer'));
const refused = () => Promise.reject(new NothingSent('refused'));
const never = () => new Promise<Outcome>(() => {});
const succeeded: Outcome = { state: 'succeeded', payment_id: 'p' };
const succeeds = () => Promise.resolve(succeeded);
const asked = { reference: 'r1', handle: null, raw_amount: 1, with: { token: 't' }, description: '' };
const LIMITS = { tryMs: 80, totalMs: 200 };

test('at most two retries, all with the same reference', async () => {
  const { gateway, seen } = gatewayThat(unknown, unknown, unknown, succeeds);
  await expect(chargeWithin(gateway, asked, LIMITS)).rejects.toThrow('no answer');
  expect(seen.map(({ reference }) => reference)).toEqual(['r1', 'r1', 'r1']);
});

test('a decline is an answer and is not tried again', async () => {
  const declined: Outcome = { state: 'declined', reason: 'no' };
  const { gateway, seen } = gatewayThat(unknown, () => Promise.resolve(declined), succeeds);
  expect(await chargeWithin(gateway, asked, LIMITS)).toEqual(declined);
  expect(seen).toHaveLength(2);
});

test('nothing was sent only where no try can have arrived', async () => {
  const away = gatewayThat(refused, refused, refused);
  await expect(chargeWithin(away.gateway, asked, LIMITS)).rejects.toBeInstanceOf(NothingSent);
  const gone = gatewayThat(unknown, refused, refused);
  await expect(chargeWithin(gone.gateway, asked, LIMITS)).rejects.not.toBeInstanceOf(NothingSent);
});

test('a try that hangs is aborted after its time, and all of them after theirs', async () => {
  const { gateway, seen } = gatewayThat(never, never, never);
  const from = performance.now();
  await expect(chargeWithin(gateway, asked, LIMITS)).rejects.toBeInstanceOf(OutcomeUnknown);
  const took = performance.now() - from;
  expect(took).toBeGreaterThan(190);
  expect(took).toBeLessThan(300);
  expect(seen).toHaveLength(3);
  expect(seen.every(({ signal }) => signal.aborted)).toBe(true);
});

test('a bug is thrown at once', async () => {
  const { gateway, seen } = gatewayThat(() => Promise.reject(new TypeError('bug')), succeeds);
  await expect(chargeWithin(gateway, asked, LIMITS)).rejects.toThrow('bug');
  expect(seen).toHaveLength(1);
});
