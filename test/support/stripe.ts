import { afterAll, beforeAll } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app/app.ts';
import type { Call } from '../../src/contract/call.ts';
import { Breaker, guarded } from '../../src/integrations/payment/breaker.ts';
import { stripeGateway } from '../../src/integrations/payment/stripe/stripe.ts';
import { startStripeServer } from '../../src/integrations/payment/stripe/stripe-server.testing.ts';
import type { Desk } from '../../src/server/process/context.ts';
import { inject, type Answered, type Headers, type Plain, type TestApp } from './app.ts';

type Server = Awaited<ReturnType<typeof startStripeServer>>;
export type AtStripe = {
  readonly server: Server;
  readonly desk: Desk;
  /** The same with another secret key; `sk_test_2` belongs to another account. */
  deskWith(secretKey: string): Desk;
  /** Sends any input to a call. */
  call(called: Call, sent?: Plain, headers?: Headers): Promise<Answered>;
};

/**
 * A second application of a test file, with its cards charged at a local server that speaks Stripe's protocol. Call it
 * after `testApp`, which then must not compare its books with the built-in gateway's.
 */
export function chargingAtStripe(app: TestApp, canFlagTelephoneOrders = false): AtStripe {
  let opened: { server: Server; desk: Desk; http: FastifyInstance } | undefined;
  const open = () => {
    if (!opened) throw new Error('Stripe is open while tests run only.');
    return opened;
  };
  const deskAt = (apiUrl: string, secretKey: string): Desk => {
    const { paymentTryMs: tryMs } = app.desk.settings;
    const gateway = stripeGateway({ secretKey, apiUrl, tryMs, canFlagTelephoneOrders });
    const breaker = new Breaker();
    return { ...app.desk, outside: { ...app.outside, gateway: guarded(gateway, breaker), breaker } };
  };
  beforeAll(async () => {
    const server = await startStripeServer();
    const desk = deskAt(server.url, 'sk_test_1');
    opened = { server, desk, http: await buildApp(desk, { webRoot: null, logger: false }) };
  });
  afterAll(async () => {
    await opened?.http.close();
    await opened?.server.close();
  });
  return {
    get server() {
      return open().server;
    },
    get desk() {
      return open().desk;
    },
    deskWith: (secretKey) => deskAt(open().server.url, secretKey),
    call: (called, sent, headers) => inject(open().http, called, { ...sent, headers }),
  };
}
