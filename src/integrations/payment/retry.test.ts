import { expect, test } from 'vitest';
import {
  PaymentNotSent,
  PaymentOutcomeUnknown,
  type GatewayCharge,
  type PaymentOutcome,
  type PaymentGateway,
} from './gateway.ts';
import { chargeWithRetries, type PaymentTimeLimits } from './retry.ts';

/** Creates a gateway whose charges end as listed, one after the other. */
function gatewayThat(...tries: (() => Promise<PaymentOutcome>)[]) {
  const seen: GatewayCharge[] = [];
  const unused = () => Promise.reject(new Error('not asked'));
  const gateway: PaymentGateway = {
    name: 'built-in',
    account: () => Promise.resolve(null),
    listSucceeded: unused,
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
const unknown = () => Promise.reject(new PaymentOutcomeUnknown('no answer'));
const refused = () => Promise.reject(new PaymentNotSent('refused'));
const never = () => new Promise<PaymentOutcome>(() => {});
const succeeded: PaymentOutcome = { state: 'succeeded', payment_id: 'p' };
const succeeds = () => Promise.resolve(succeeded);
const asked = {
  reference: 'r1',
  handle: null,
  raw_amount: 1,
  with: { token: 't' },
  description: '',
  is_telephone_order: false,
};
const LIMITS = { tryMs: 80, totalMs: 200 };

test('at most two retries, all with the same reference', async () => {
  const { gateway, seen } = gatewayThat(unknown, unknown, unknown, succeeds);
  await expect(chargeWithRetries(gateway, asked, LIMITS)).rejects.toThrow('no answer');
  expect(seen.map(({ reference }) => reference)).toEqual(['r1', 'r1', 'r1']);
});

test('a decline is an answer and is not tried again', async () => {
  const declined: PaymentOutcome = { state: 'declined', reason: 'no' };
  const { gateway, seen } = gatewayThat(unknown, () => Promise.resolve(declined), succeeds);
  expect(await chargeWithRetries(gateway, asked, LIMITS)).toEqual(declined);
  expect(seen).toHaveLength(2);
});

test('nothing was sent only where no try can have arrived', async () => {
  const away = gatewayThat(refused, refused, refused);
  await expect(chargeWithRetries(away.gateway, asked, LIMITS)).rejects.toBeInstanceOf(PaymentNotSent);
  const gone = gatewayThat(unknown, refused, refused);
  await expect(chargeWithRetries(gone.gateway, asked, LIMITS)).rejects.not.toBeInstanceOf(PaymentNotSent);
});

/**
 * Charges at a gateway that never answers; returns the events in order. Timers of Node.js fire in the order of their
 * times, however late.
 */
async function eventsOf(limits: PaymentTimeLimits, timerMs: number) {
  const { gateway, seen } = gatewayThat();
  const events: string[] = [];
  const hangs: PaymentGateway = {
    ...gateway,
    charge: (charge) => {
      const number = seen.push(charge);
      events.push(`try ${number}`);
      charge.signal.addEventListener('abort', () => events.push(`abort ${number}`));
      return never();
    },
  };
  setTimeout(() => events.push('timer'), timerMs);
  await expect(chargeWithRetries(hangs, asked, limits)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
  return events;
}

test('a try that hangs is aborted after its time, not sooner, and the next begins after that', async () => {
  expect(await eventsOf({ tryMs: 40, totalMs: 3_600_000 }, 30)).toEqual([
    'try 1',
    'timer',
    'abort 1',
    'try 2',
    'abort 2',
    'try 3',
    'abort 3',
  ]);
});

test('all tries together end after the whole time, not sooner', async () => {
  expect(await eventsOf({ tryMs: 3_600_000, totalMs: 40 }, 30)).toEqual(['try 1', 'timer', 'abort 1']);
});

test('a bug is thrown at once', async () => {
  const { gateway, seen } = gatewayThat(() => Promise.reject(new TypeError('bug')), succeeds);
  await expect(chargeWithRetries(gateway, asked, LIMITS)).rejects.toThrow('bug');
  expect(seen).toHaveLength(1);
});
