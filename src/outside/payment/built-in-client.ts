import { z } from 'zod';
import {
  isNotConnected,
  NothingSent,
  OutcomeUnknown,
  type Kept,
  type Outcome,
  type PaymentGateway,
} from './gateway.ts';

const Told = z.discriminatedUnion('state', [
  z.object({ state: z.literal('succeeded'), payment_id: z.string(), last4: z.string().optional() }),
  z.object({ state: z.literal('declined'), reason: z.string() }),
]);
const Found = z.union([
  Told,
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('running') }),
]);

type Sending = { path: string; body?: unknown; signal: AbortSignal };

/** Speaks to the built-in gateway at `url`; its reference alone makes a charge or refund repeatable. */
export function builtInGateway(url: string): PaymentGateway {
  const ask = (sending: Sending) => askGateway(url, sending);
  return {
    name: 'built-in',
    prepare: () => Promise.resolve(null),
    charge: async ({ reference, raw_amount, description, with: payWith, signal }) =>
      outcome(
        await ask({ path: '/charges', body: { reference, raw_amount, description, ...payWith }, signal }),
      ),
    keepCard: async ({ with: payWith, signal }) =>
      kept(await ask({ path: '/tokens', body: payWith, signal })),
    refund: async ({ reference, raw_amount, payment_id, signal }) =>
      outcome(await ask({ path: '/refunds', body: { reference, raw_amount, payment_id }, signal })),
    lookUp: async ({ kind, reference, signal }) => {
      const { status, body } = await ask({ path: `/${kind}s/${encodeURIComponent(reference)}`, signal });
      const found = Found.safeParse(body);
      if ((status === 200 || status === 404) && found.success) return found.data;
      throw new OutcomeUnknown(`The payment gateway could not be asked (status ${status}).`);
    },
  };
}

const KeptCard = z.object({ token: z.string(), last4: z.string(), expmo: z.string(), expyr: z.string() });

function kept({ status, body }: { status: number; body: unknown }): Kept {
  const told = KeptCard.safeParse(body);
  if (status === 200 && told.success) return { state: 'kept', ...told.data };
  if (status === 400 || status === 422)
    return { state: 'declined', reason: 'The payment system does not take this card.' };
  throw new OutcomeUnknown(`The payment gateway gave no certain answer (status ${status}).`);
}

function outcome({ status, body }: { status: number; body: unknown }): Outcome {
  const told = Told.safeParse(body);
  if ((status === 200 || status === 402) && told.success) return told.data;
  if (status === 400 || status === 422) {
    return {
      state: 'declined',
      reason: 'The payment system did not accept the request; nothing was charged or refunded.',
    };
  }
  throw new OutcomeUnknown(`The payment gateway gave no certain answer (status ${status}).`);
}

async function askGateway(
  url: string,
  { path, body, signal }: Sending,
): Promise<{ status: number; body: unknown }> {
  const sent: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(new URL(path, url), { ...sent, signal });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    // The cause is left out on purpose: what was sent holds a card.
    if (isNotConnected(error)) throw new NothingSent('The payment gateway refused the connection.');
    throw new OutcomeUnknown('The payment gateway did not answer.');
  }
}
