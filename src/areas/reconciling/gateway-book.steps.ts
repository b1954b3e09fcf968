import type { Db, AppContext } from '../../server/process/context.ts';
import {
  PaymentOutcomeUnknown,
  PaymentRejected,
  type RecordedPayment,
} from '../../integrations/payment/gateway.ts';
import { isCurrentGatewayAccount } from './accounts.steps.ts';
import { recordIfRefundFailed } from './failed-refunds/fail-refund.steps.ts';

/**
 * The age up to which payments are compared with the gateway. The check runs several times within it, so that a short
 * outage misses none.
 */
const COMPARED_MS = 3_600_000;
/** The largest difference between two computers' clocks, and the longest time that a payment may be under way. */
const APART_MS = 120_000;
const IS_REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The states of attempts that the reconciler is still looking up, so that a difference from the gateway is no problem yet. */
const UNDECIDED = ['created', 'unknown', 'abandoned'];

/**
 * Returns the problems of check 6: for the last hour, the gateway and RIC must list the same payments by reference
 * and amount.
 */
export async function gatewayProblems(app: AppContext): Promise<string[]> {
  const { gateway } = app.integrations;
  // Each process that starts the built-in gateway has its own list of payments, so there is nothing to compare.
  if (gateway.name === 'built-in' && app.settings.gatewayUrl === undefined) return [];
  const to = new Date();
  const span = { from: new Date(to.getTime() - COMPARED_MS), to };
  const ours = await sentIn(app, span);
  try {
    const theirs = await gateway.listSucceeded(span);
    return [...(await notTheirs(app, ours, theirs)), ...(await notOurs(app.db, theirs))];
  } catch (error) {
    // An unanswered request to the gateway is no difference between the lists.
    if (error instanceof PaymentOutcomeUnknown || error instanceof PaymentRejected) return [];
    throw error;
  }
}

const keyOf = ({ kind, reference, raw_amount }: RecordedPayment) =>
  `${kind} ${reference} of ${raw_amount} cents`;

type Sent = Awaited<ReturnType<typeof sentIn>>;
const sentIn = ({ db }: AppContext, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', ['succeeded', 'reversed'])
    .where('sent_at', '>', new Date(from.getTime() + APART_MS).toISOString())
    .where('sent_at', '<', new Date(to.getTime() - APART_MS).toISOString())
    .execute();

/** Returns RIC's payments that the gateway does not list. A refund that has failed since is recorded, and is no problem. */
async function notTheirs(app: AppContext, ours: Sent, theirs: RecordedPayment[]): Promise<string[]> {
  const there = new Set(theirs.map(keyOf));
  const problems: string[] = [];
  for (const one of ours) {
    const key = keyOf({ ...one, reference: one.id });
    // oxlint-disable-next-line no-await-in-loop -- the account is asked for once
    if (there.has(key) || !(await isCurrentGatewayAccount(app, one))) continue;
    // oxlint-disable-next-line no-await-in-loop -- few ever fail
    if (one.kind === 'refund' && (await recordIfRefundFailed(app, one))) continue;
    problems.push(`check_6: the gateway has no ${key}`);
  }
  return problems;
}

/** Returns the gateway's payments that are missing in RIC, or have another outcome there. */
async function notOurs(db: Db, theirs: RecordedPayment[]): Promise<string[]> {
  const references = theirs.map(({ reference }) => reference).filter((one) => IS_REFERENCE.test(one));
  if (references.length === 0) return [];
  const found = await db
    .selectFrom('payment_attempts')
    .select(['id', 'kind', 'raw_amount', 'state'])
    .where('id', 'in', references)
    .execute();
  const undecided = new Set(found.filter(({ state }) => UNDECIDED.includes(state)).map(({ id }) => id));
  const moved = found.filter(({ state }) => state === 'succeeded' || state === 'reversed');
  const here = new Set(moved.map(({ id, ...one }) => keyOf({ ...one, reference: id })));
  return theirs
    .filter(
      (one) => IS_REFERENCE.test(one.reference) && !undecided.has(one.reference) && !here.has(keyOf(one)),
    )
    .map((one) => `check_6: we have no ${keyOf(one)}`);
}
