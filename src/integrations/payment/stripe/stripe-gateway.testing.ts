import { afterEach, beforeEach } from 'vitest';
import type { PaymentGateway } from '../gateway.ts';
import { chargeWithRetries, refundWithRetries } from '../retry.ts';
import { startStripeServer, type StripeFault } from './stripe-server.testing.ts';
import { stripeGateway } from './stripe.ts';

export const LIMITS = { tryMs: 700, totalMs: 2000 };
export const asked = {
  reference: 'r1',
  raw_amount: 41_200,
  description: 'Tee time',
  is_telephone_order: true,
};
export const cardWithNumber = (number: string) => ({
  card: { number, expmo: '12', expyr: '99', cvv: '987' },
});
export const thrownBy = (running: Promise<unknown>) =>
  running.then(() => null).catch((error: unknown) => error);

/** Starts a Stripe server and a gateway for it before each test, and returns the functions that charge and refund there. */
export function stripeSetup() {
  let server: Awaited<ReturnType<typeof startStripeServer>>;
  let gateway: PaymentGateway;
  const settings = { secretKey: 'sk_test_1', tryMs: LIMITS.tryMs };
  const useAccount = (canFlagTelephoneOrders: boolean) => {
    gateway = stripeGateway({ ...settings, apiUrl: server.url, canFlagTelephoneOrders });
  };
  beforeEach(async () => {
    server = await startStripeServer();
    useAccount(false);
  });
  afterEach(() => server.close());

  const charge = async (number = '4242424242424242', handle?: string | null) =>
    chargeWithRetries(
      gateway,
      { ...asked, handle: handle ?? (await gateway.prepare(asked)), with: cardWithNumber(number) },
      LIMITS,
    );
  const refund = (reference: string, raw_amount: number) =>
    refundWithRetries(gateway, { reference, payment_id: 'pi_1', raw_amount }, LIMITS);
  const lookUp = (kind: 'charge' | 'refund', reference: string, handle: string | null = 'pi_1') =>
    gateway.lookUp({ kind, reference, handle, payment_id: 'pi_1', signal: AbortSignal.timeout(3000) });
  const fault = (step: StripeFault['step'], how: StripeFault['how'], times = 1) =>
    server.faults.push({ step, how, times });

  return { server: () => server, gateway: () => gateway, useAccount, charge, refund, lookUp, fault };
}
