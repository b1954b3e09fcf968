import { beforeAll, describe, expect, test } from 'vitest';
import { unusedLocalAddress } from '../../../test/support/nobody.ts';
import { CircuitBreaker, withCircuitBreaker } from './breaker.ts';
import { builtInGatewayClient } from './built-in-client.ts';
import { PaymentNotSent, PaymentOutcomeUnknown, type PaymentGateway } from './gateway.ts';
import { stripeGateway } from './stripe/stripe.ts';

let nobody: string;
beforeAll(async () => {
  nobody = await unusedLocalAddress();
});

const signal = AbortSignal.timeout(60_000);
const charge = (reference: string) => ({
  reference,
  handle: 'pi_1',
  raw_amount: 100,
  with: { token: 'pm_1' },
  description: '',
  is_telephone_order: false,
  signal,
});

describe('a connection that is refused', () => {
  const ways: [string, (url: string) => PaymentGateway][] = [
    ['built-in', builtInGatewayClient],
    [
      'Stripe',
      (apiUrl) =>
        stripeGateway({ secretKey: 'sk_test_1', apiUrl, tryMs: 1_000, canFlagTelephoneOrders: false }),
    ],
  ];
  test.each(ways)('sent nothing, and says nothing of what was there before: %s', async (_, made) => {
    const gateway = made(nobody);
    const refund = { reference: 'r', payment_id: 'pi_1', raw_amount: 100, signal };
    await expect(gateway.charge(charge('r'))).rejects.toBeInstanceOf(PaymentNotSent);
    await expect(gateway.refund(refund)).rejects.toBeInstanceOf(PaymentNotSent);
    const asked = { kind: 'charge', reference: 'r', handle: 'pi_1', payment_id: null, signal } as const;
    await expect(gateway.lookUp(asked)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
  });

  test('a name that nobody has is the same', async () => {
    const gateway = builtInGatewayClient('http://gateway.invalid');
    await expect(gateway.charge(charge('r'))).rejects.toBeInstanceOf(PaymentNotSent);
  });
});

describe('the breaker', () => {
  const silent = () => Promise.reject(new PaymentOutcomeUnknown('no answer'));
  const answers = () => Promise.resolve('answer');
  const opened = async () => {
    const clock = { now: 1_000 };
    const breaker = new CircuitBreaker(() => clock.now);
    for (const reference of ['a', 'b', 'c', 'd', 'e'])
      await breaker.ask(reference, silent).catch(() => undefined);
    return { breaker, clock };
  };

  test('opens after five payments in a row, however often each was tried', async () => {
    const breaker = new CircuitBreaker();
    for (const reference of ['a', 'b', 'c', 'd', 'd', 'd', 'd'])
      await breaker.ask(reference, silent).catch(() => undefined);
    expect(breaker.isOpen).toBe(false);
    await breaker.ask('e', silent).catch(() => undefined);
    expect(breaker.isOpen).toBe(true);
  });

  test('an answer in between begins the row again', async () => {
    const breaker = new CircuitBreaker();
    for (const reference of ['a', 'b', 'c', 'd']) await breaker.ask(reference, silent).catch(() => undefined);
    await breaker.ask('e', answers);
    await breaker.ask('f', silent).catch(() => undefined);
    expect(breaker.isOpen).toBe(false);
  });

  test('sends nothing while it is open', async () => {
    const { breaker } = await opened();
    let asked = 0;
    const asking = () => Promise.resolve((asked += 1));
    await expect(breaker.ask('f', asking)).rejects.toBeInstanceOf(PaymentNotSent);
    expect(asked).toBe(0);
  });

  test('lets one through after 30 seconds, which opens it for all or closes it for all', async () => {
    const { breaker, clock } = await opened();
    clock.now += 30_000;
    expect(breaker.isOpen).toBe(false);
    const probe = breaker.ask('f', silent);
    await expect(breaker.ask('g', answers)).rejects.toBeInstanceOf(PaymentNotSent);
    await expect(probe).rejects.not.toBeInstanceOf(PaymentNotSent);
    expect(breaker.isOpen).toBe(true);
    clock.now += 30_000;
    expect(await breaker.ask('h', answers)).toBe('answer');
    expect(breaker.isOpen).toBe(false);
  });

  test('a look-up that is answered closes it, one that is not changes nothing', async () => {
    const { breaker } = await opened();
    const asked = { kind: 'charge', reference: 'a', handle: null, payment_id: null, signal } as const;
    await expect(withCircuitBreaker(builtInGatewayClient(nobody), breaker).lookUp(asked)).rejects.toThrow();
    expect(breaker.isOpen).toBe(true);
    const found = { state: 'absent' } as const;
    const answering = { ...builtInGatewayClient(nobody), lookUp: () => Promise.resolve(found) };
    await withCircuitBreaker(answering, breaker).lookUp(asked);
    expect(breaker.isOpen).toBe(false);
  });
});
