import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { findTenderTotals } from '../../src/areas/payments/ledger.queries.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { ReceivedAnswer, TestApp } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCertificate } from '../support/factories.ts';
import type { CommitNotifications } from './race-discount.ts';
import {
  compareCounts,
  answerMessage,
  noDamage,
  rejectedField,
  retryUntilSettled,
  type RaceDamage,
  type SignedInCaller,
} from './racing.ts';

/** One round of a race: its participants, and its number, by which rounds differ. */
export type RaceRound = {
  app: TestApp;
  course: number;
  /** The agents, who act at once, each by their own session. */
  agents: SignedInCaller[];
  admins: SignedInCaller[];
  /** A caller without a session. */
  stranger: SignedInCaller;
  commits: CommitNotifications;
  number: number;
};

const WORTH = 10_000;
export const PARTIAL_REFUND_CENTS = 3_000;

/**
 * Everybody books $30.00 on the same certificate of $100.00: three succeed, one gets the rest of $10.00, the others
 * hear it is empty.
 */
export async function spendSameCertificate({ app, course, agents, number }: RaceRound): Promise<RaceDamage> {
  const { id, serial } = await aCertificate(app.db, { raw_value: WORTH });
  const paid = number % 2 === 0 ? {} : { credit_card: aCard() };
  const answers = await Promise.all(
    agents.map((agent) =>
      agent(booking.book, {
        body: aBookingBody({ course, gift_cert_serial: serial, tee_time: { charge: '30.00' }, ...paid }),
      }),
    ),
  );
  const damage = noDamage();
  const booked = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter((one) => rejectedField(one) === 'gift_cert_serial').length;
  compareCounts(damage, 'bookings with the certificate', {
    is: booked,
    must: Math.ceil(WORTH / PARTIAL_REFUND_CENTS),
  });
  compareCounts(damage, 'sessions answered', { is: booked + refused, must: agents.length });
  const { rows } = await sql<{ spent: number; balance: number; problems: number }>`
    select g.raw_balance as balance, (select count(*) from check_2_certificates where gift_certificate_id = g.id) as problems,
      (select coalesce(sum(t.raw_gift_certificate_amount), 0)::bigint from tee_times t
        where t.gift_certificate_id = g.id and t.state = 'booked') as spent
    from gift_certificates g where id = ${id}`.execute(app.db);
  const [{ spent, balance, problems } = { spent: 0, balance: 0, problems: 0 }] = rows;
  compareCounts(damage, 'cents spent of the certificate', { is: spent, must: WORTH });
  compareCounts(damage, 'cents left on the certificate', { is: -balance, must: 0 });
  compareCounts(damage, 'ledger checks that speak of it', { is: problems, must: 0 });
  return damage;
}

/** All browsers of one person send the same booking with the same key, each retrying until it has the answer. */
export async function bookWithSameKey({ app, course, agents, number }: RaceRound): Promise<RaceDamage> {
  const [agent = agents[0]!] = agents;
  const body = aBookingBody({ course, ...(number % 2 === 0 && { credit_card: aCard() }) });
  const key = { 'idempotency-key': randomUUID() };
  const charges = chargesIn(app);
  const answers = await Promise.all(
    agents.map(() => retryUntilSettled(() => agent(booking.book, { body }, key))),
  );
  const damage = noDamage();
  const same = answers.filter(
    ({ status, body }) => status === 200 && JSON.stringify(body) === JSON.stringify(answers[0]?.body),
  );
  compareCounts(damage, 'sessions with the same answer', { is: same.length, must: agents.length });
  const { email } = body.booking.customer;
  const made = await app.db
    .selectFrom('tee_times as t')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .select('t.id')
    .where('c.email', '=', email)
    .execute();
  compareCounts(damage, 'tee times', { is: made.length, must: 1 });
  compareCounts(damage, 'charges at the gateway', {
    is: chargesIn(app) - charges,
    must: number % 2 === 0 ? 1 : 0,
  });
  return damage;
}

const linesIn = (app: TestApp, kind: 'charge' | 'refund') =>
  app.gatewayBook().filter((line) => line.kind === kind && line.state === 'succeeded');
const chargesIn = (app: TestApp) => linesIn(app, 'charge').length;
export const centsRefundedIn = (app: TestApp) =>
  linesIn(app, 'refund').reduce((sum, { raw_amount }) => sum + raw_amount, 0);

type Payer = { email: string; certificate?: { id: number; serial: string } };
/** A tee time of $100.00, paid by card in even rounds and by a certificate in odd ones. */
export async function aPaidTeeTime(
  { app, course, agents, number }: RaceRound,
  payer?: Payer,
): Promise<{ id: number; isCard: boolean }> {
  const isCard = number % 2 === 0;
  const certificate = isCard
    ? null
    : (payer?.certificate ?? (await aCertificate(app.db, { raw_value: WORTH })));
  const paid = certificate ? { gift_cert_serial: certificate.serial } : { credit_card: aCard() };
  const customer = payer ? { email: payer.email } : {};
  const { status, body } = await agents[0]!(booking.book, {
    body: aBookingBody({ course, customer, tee_time: { charge: '100.00' }, ...paid }),
  });
  if (status !== 200) throw new Error(`not booked: ${status} ${JSON.stringify(body)}`);
  return { id: booking.book.answer.parse(body).tee_time.id, isCard };
}

type Cancellation = { cancel?: boolean; refund?: boolean; refund_amount?: number };
// Cancels as the screen does: any answer, also a rejection, ends its key, and a retry has a new one.
export const sendCancellation = (
  session: SignedInCaller,
  id: number,
  how: Cancellation,
): Promise<ReceivedAnswer> =>
  retryUntilSettled(() =>
    session(teeTimes.cancel, { body: { id, ...how } }, { 'idempotency-key': randomUUID() }),
  );
const isDone = ({ status, body }: ReceivedAnswer): boolean =>
  status === 200 && typeof body === 'object' && body !== null && 'valid' in body && body.valid === true;
const REFUSALS =
  /^(At most \$\d+\.\d\d can be refunded|This tee time is canceled already|All of \$100\.00 is)/;

export async function compareRefunds(
  damage: RaceDamage,
  { app }: RaceRound,
  { id, isCard, before, must }: { id: number; isCard: boolean; before: number; must: number },
): Promise<void> {
  const { cardRefundedCents, certificateRefundedCents } = await findTenderTotals(app.db, id);
  compareCounts(damage, 'cents refunded', { is: cardRefundedCents + certificateRefundedCents, must });
  compareCounts(damage, 'cents refunded at the gateway', {
    is: centsRefundedIn(app) - before,
    must: isCard ? must : 0,
  });
}

export function compareAnswers(
  damage: RaceDamage,
  answers: ReceivedAnswer[],
  { what, must }: { what: string; must: number },
) {
  const done = answers.filter(isDone);
  compareCounts(damage, what, { is: done.length, must });
  const refused = answers.filter(
    (one) => !isDone(one) && one.status === 200 && REFUSALS.test(answerMessage(one)),
  );
  compareCounts(damage, 'sessions answered', { is: done.length + refused.length, must: answers.length });
}

/** Everybody refunds $30.00 of the same $100.00: three succeed, the others hear that at most $10.00 is left. */
export async function refundAgainstRefund(round: RaceRound): Promise<RaceDamage> {
  const paid = await aPaidTeeTime(round);
  const before = centsRefundedIn(round.app);
  const answers = await Promise.all(
    round.agents.map((agent) =>
      sendCancellation(agent, paid.id, { refund: true, refund_amount: PARTIAL_REFUND_CENTS }),
    ),
  );
  const damage = noDamage();
  compareAnswers(damage, answers, { what: 'refunds', must: 3 });
  await compareRefunds(damage, round, { ...paid, before, must: 3 * PARTIAL_REFUND_CENTS });
  return damage;
}

/** One half cancels without a refund, the other refunds $30.00: one cancellation, three refunds. */
export async function cancelAgainstRefund(round: RaceRound): Promise<RaceDamage> {
  const paid = await aPaidTeeTime(round);
  const before = centsRefundedIn(round.app);
  const half = Math.floor(round.agents.length / 2);
  const cancel = (agent: SignedInCaller) => sendCancellation(agent, paid.id, { cancel: true });
  const refund = (agent: SignedInCaller) =>
    sendCancellation(agent, paid.id, { refund: true, refund_amount: PARTIAL_REFUND_CENTS });
  const [canceled, refunded] = await Promise.all([
    Promise.all(round.agents.slice(0, half).map(cancel)),
    Promise.all(round.agents.slice(half).map(refund)),
  ]);
  const damage = noDamage();
  compareAnswers(damage, canceled, { what: 'cancellations', must: 1 });
  compareAnswers(damage, refunded, { what: 'refunds', must: 3 });
  await compareRefunds(damage, round, { ...paid, before, must: 3 * PARTIAL_REFUND_CENTS });
  await compareCanceled(damage, round, paid.id);
  return damage;
}

/** Everybody cancels and refunds all of it: one succeeds, and the money is refunded once. */
export async function cancelTwice(round: RaceRound): Promise<RaceDamage> {
  const paid = await aPaidTeeTime(round);
  const before = centsRefundedIn(round.app);
  const answers = await Promise.all(
    round.agents.map((agent) => sendCancellation(agent, paid.id, { cancel: true, refund: true })),
  );
  const damage = noDamage();
  compareAnswers(damage, answers, { what: 'cancellations', must: 1 });
  await compareRefunds(damage, round, { ...paid, before, must: WORTH });
  await compareCanceled(damage, round, paid.id);
  return damage;
}

async function compareCanceled(damage: RaceDamage, { app }: RaceRound, id: number): Promise<void> {
  const audited = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', 'tee_time')
    .where('subject_id', '=', id)
    .where('action', '=', 'canceled')
    .execute();
  compareCounts(damage, 'cancellations recorded', { is: audited.length, must: 1 });
}
