import { z } from 'zod';
import {
  isConnectionFailure,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PAYMENT_REJECTION_TEXTS,
  PaymentRejected,
  type SaveCardResult,
  type PaymentOutcome,
  type PaymentGateway,
} from './gateway.ts';

const OutcomeAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('succeeded'), payment_id: z.string(), last4: z.string().optional() }),
  z.object({ state: z.literal('declined'), reason: z.string() }),
]);
const LookUpAnswer = z.union([
  OutcomeAnswer,
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('running') }),
]);

const LIST_MS = 10_000;
const BookLines = z.array(
  z.object({
    kind: z.enum(['charge', 'refund']),
    reference: z.string(),
    raw_amount: z.number(),
    state: z.string(),
    created_at: z.string(),
  }),
);

type Sending = { path: string; body?: unknown; signal: AbortSignal };

/** Creates a client for the built-in gateway at `url`; the reference alone makes a charge or refund idempotent. */
export function builtInGatewayClient(url: string): PaymentGateway {
  const ask = (sending: Sending) => askGateway(url, sending);
  return {
    name: 'built-in',
    prepare: () => Promise.resolve(null),
    account: () => Promise.resolve(null),
    charge: async ({ reference, raw_amount, description, with: payWith, signal }) =>
      outcome(
        await ask({ path: '/charges', body: { reference, raw_amount, description, ...payWith }, signal }),
      ),
    keepCard: async ({ with: payWith, signal }) =>
      kept(await ask({ path: '/tokens', body: payWith, signal })),
    refund: async ({ reference, raw_amount, payment_id, signal }) =>
      outcome(await ask({ path: '/refunds', body: { reference, raw_amount, payment_id }, signal })),
    listSucceeded: async ({ from, to }) => {
      const signal = AbortSignal.timeout(LIST_MS);
      const { status, body } = await ask({ path: '/book', signal });
      const book = BookLines.safeParse(body);
      if (status !== 200 || !book.success)
        throw new PaymentOutcomeUnknown('The payment gateway has no book.');
      const isIn = (at: string) => Date.parse(at) >= from.getTime() && Date.parse(at) < to.getTime();
      return book.data.filter(({ state, created_at }) => state === 'succeeded' && isIn(created_at));
    },
    lookUp: async ({ kind, reference, signal }) => {
      const { status, body } = await ask({ path: `/${kind}s/${encodeURIComponent(reference)}`, signal });
      const found = LookUpAnswer.safeParse(body);
      if ((status === 200 || status === 404) && found.success) return found.data;
      throw new PaymentOutcomeUnknown(`The payment gateway could not be asked (status ${status}).`);
    },
  };
}

const RefusedFor = z.enum([
  'amount_too_small',
  'amount_too_large',
  'card',
  'account',
  'disputed',
  'already_refunded',
]);
const WithCode = z.object({ code: RefusedFor });

/** Returns why the gateway rejected a request before doing anything, or null if its answer is no such rejection. */
function refusalIn(status: number, body: unknown): PaymentRejected | null {
  if (![400, 401, 403, 422].includes(status)) return null;
  const about = WithCode.safeParse(body).data?.code ?? 'account';
  return new PaymentRejected(about, PAYMENT_REJECTION_TEXTS[about], `${status} ${about}`);
}

const KeptCard = z.object({ token: z.string(), last4: z.string(), expmo: z.string(), expyr: z.string() });

function kept({ status, body }: { status: number; body: unknown }): SaveCardResult {
  const answer = KeptCard.safeParse(body);
  if (status === 200 && answer.success) return { state: 'kept', ...answer.data };
  const refused = refusalIn(status, body);
  if (refused?.about === 'card') return { state: 'declined', reason: refused.message };
  throw (
    refused ?? new PaymentOutcomeUnknown(`The payment gateway gave no certain answer (status ${status}).`)
  );
}

function outcome({ status, body }: { status: number; body: unknown }): PaymentOutcome {
  const answer = OutcomeAnswer.safeParse(body);
  if ((status === 200 || status === 402) && answer.success) return answer.data;
  throw (
    refusalIn(status, body) ??
    new PaymentOutcomeUnknown(`The payment gateway gave no certain answer (status ${status}).`)
  );
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
    // The cause is left out on purpose, because the request contains a card number.
    if (isConnectionFailure(error)) throw new PaymentNotSent('The payment gateway refused the connection.');
    throw new PaymentOutcomeUnknown('The payment gateway did not answer.');
  }
}
