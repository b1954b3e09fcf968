import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { customers } from '../../src/areas/customers/customers.contract.ts';
import { customerMerges } from '../../src/areas/customers/merging/merging.contract.ts';
import { giftCertificates } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { TestApp } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCertificate, aCustomer } from '../support/factories.ts';
import {
  compareCounts,
  noDamage,
  retryUntilSettled,
  type RaceDamage,
  type SignedInCaller,
} from './racing.ts';
import {
  aPaidTeeTime,
  sendCancellation,
  centsRefundedIn,
  compareAnswers,
  compareRefunds,
  PARTIAL_REFUND_CENTS,
  type RaceRound,
} from './race-rounds.ts';
import type { RemovedSafeguard } from './without-lock.ts';

const SPREAD_MS = 25;
const soon = () => pause(Math.random() * SPREAD_MS);

type Two = { stays: { id: number; email: string }; goes: { id: number; email: string } };
const twoOf = async ({ db }: TestApp, given: { email?: string } = {}): Promise<Two> => ({
  stays: await aCustomer(db, given),
  goes: await aCustomer(db, given),
});

/** Returns the merge request of an admin who has both records open. */
async function seenBy(admin: SignedInCaller, { stays, goes }: Two) {
  const seen = async (id: number) => {
    const { body } = await admin(customers.show, { params: { id } });
    const { updated_at } = customers.show.answer.parse(body);
    return { id, updated_at };
  };
  return { body: { stays: await seen(stays.id), goes: await seen(goes.id), taken: ['email' as const] } };
}

/** Counts rows that name a deleted customer, and customers created again for a known e-mail. */
async function compareNames(damage: RaceDamage, { app }: RaceRound, { stays, goes }: Two): Promise<void> {
  const { rows } = await sql<{ lost: number; doubled: number }>`
    select (select count(*)::int from tee_times where customer_id = ${goes.id}) +
        (select count(*)::int from gift_certificates where customer_id = ${goes.id}) as lost,
      (select count(*)::int from customers where id <> ${stays.id} and email in (${stays.email}, ${goes.email})) as doubled`.execute(
    app.db,
  );
  const [{ lost, doubled } = { lost: 0, doubled: 0 }] = rows;
  compareCounts(damage, 'rows that name the one that went', { is: -lost, must: 0 });
  compareCounts(damage, 'customers made again', { is: doubled, must: 0 });
}

/**
 * Races bookings for two records of one person against an admin who merges them: each booking belongs to the remaining
 * record.
 */
export async function bookAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, course, agents, admins, number } = round;
  const two = await twoOf(app);
  const asked = await seenBy(admins[0]!, two);
  const bookOnce = async (agent: SignedInCaller, at: number) => {
    await soon();
    const customer = { email: at % 3 === 0 ? two.stays.email : two.goes.email };
    const paid = number % 2 === 0 ? { credit_card: aCard() } : {};
    return agent(booking.book, { body: aBookingBody({ course, customer, ...paid }) });
  };
  const mergeOnce = async () => {
    await soon();
    return admins[0]!(customerMerges.merge, asked);
  };
  const [answers, merged] = await Promise.all([Promise.all(agents.map(bookOnce)), mergeOnce()]);
  const damage = noDamage();
  compareCounts(damage, 'merges', { is: merged.status, must: 200 });
  const booked = answers.filter(({ status }) => status === 200).length;
  compareCounts(damage, 'bookings', { is: booked, must: agents.length });
  const made = await app.db
    .selectFrom('tee_times')
    .select('id')
    .where('customer_id', '=', two.stays.id)
    .where('state', '=', 'booked')
    .execute();
  compareCounts(damage, 'tee times of the one that stays', { is: made.length, must: agents.length });
  await compareNames(damage, round, two);
  return damage;
}

/**
 * Races refunds and cancellations of a paid tee time against a merge of its customer: the money is refunded once, and the
 * tee time belongs to the remaining customer.
 */
export async function cancelAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, course, agents, admins } = round;
  const two = await twoOf(app);
  const first = await agents[0]!(booking.book, {
    body: aBookingBody({
      course,
      customer: { email: two.goes.email },
      tee_time: { charge: '100.00' },
      credit_card: aCard(),
    }),
  });
  const { id } = booking.book.answer.parse(first.body).tee_time;
  const asked = await seenBy(admins[0]!, two);
  const cancelOnce = async (agent: SignedInCaller) => {
    await soon();
    const body = { id, cancel: true, refund: true };
    return retryUntilSettled(() => agent(teeTimes.cancel, { body }, { 'idempotency-key': randomUUID() }));
  };
  const mergeOnce = async () => {
    await soon();
    return admins[0]!(customerMerges.merge, asked);
  };
  const [answers, merged] = await Promise.all([Promise.all(agents.map(cancelOnce)), mergeOnce()]);
  const damage = noDamage();
  compareCounts(damage, 'merges', { is: merged.status, must: 200 });
  compareCounts(damage, 'answers', {
    is: answers.filter(({ status }) => status === 200).length,
    must: answers.length,
  });
  const { rows } = await sql<{ customer_id: number; state: string; raw_paid: number }>`
    select customer_id, state, raw_paid from tee_times where id = ${id}`.execute(app.db);
  const [kept] = rows;
  compareCounts(damage, 'the customer of the round', { is: kept?.customer_id ?? 0, must: two.stays.id });
  compareCounts(damage, 'canceled', { is: Number(kept?.state === 'canceled'), must: 1 });
  compareCounts(damage, 'cents still paid', { is: -(kept?.raw_paid ?? 0), must: 0 });
  await compareNames(damage, round, two);
  return damage;
}

/**
 * Races refunds of $30.00 of one tee time, in odd repetitions to a gift certificate, against a merge of its customer: three
 * refunds succeed, the others get an error, and tee time and certificate belong to the remaining customer.
 */
export async function refundAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, agents, admins } = round;
  const two = await twoOf(app);
  const certificate = await aCertificate(app.db, { customer_id: two.goes.id });
  const paid = await aPaidTeeTime(round, { email: two.goes.email, certificate });
  const before = centsRefundedIn(app);
  const asked = await seenBy(admins[0]!, two);
  const refundOnce = async (agent: SignedInCaller) => {
    await soon();
    return sendCancellation(agent, paid.id, { refund: true, refund_amount: PARTIAL_REFUND_CENTS });
  };
  const mergeOnce = async () => {
    await soon();
    return admins[0]!(customerMerges.merge, asked);
  };
  const [answers, merged] = await Promise.all([Promise.all(agents.map(refundOnce)), mergeOnce()]);
  const damage = noDamage();
  compareCounts(damage, 'merges', { is: merged.status, must: 200 });
  compareAnswers(damage, answers, { what: 'refunds', must: 3 });
  await compareRefunds(damage, round, { ...paid, before, must: 3 * PARTIAL_REFUND_CENTS });
  const { rows } = await sql<{ is: number; of: number; state: string; problems: number }>`
    select t.customer_id as is, g.customer_id as of, t.state, (select count(*)::int from check_3_tenders where tee_time_id = t.id)
      + (select count(*)::int from check_2_certificates where gift_certificate_id = g.id) as problems
    from tee_times t, gift_certificates g where t.id = ${paid.id} and g.id = ${certificate.id}`.execute(
    app.db,
  );
  compareCounts(damage, 'the customer of the round', { is: rows[0]?.is ?? 0, must: two.stays.id });
  compareCounts(damage, 'the customer of the certificate', { is: rows[0]?.of ?? 0, must: two.stays.id });
  compareCounts(damage, 'still booked', { is: Number(rows[0]?.state === 'booked'), must: 1 });
  compareCounts(damage, 'ledger checks that speak of it', { is: rows[0]?.problems ?? 0, must: 0 });
  await compareNames(damage, round, two);
  return damage;
}

/** A deliberately broken merge, which skips tee times that are being canceled or refunded. */
export const MERGE_WITHOUT_PENDING: RemovedSafeguard = {
  lock: /where "customer_id" = (\$\d+)/,
  without: `where customer_id = $1 and not exists (
    select from operations o where o.tee_time_id = tee_times.id and o.state <> 'settled' and o.kind = 'cancel')`,
};

/** A deliberately broken merge, which skips tee times that are being canceled, or are canceled already. */
export const MERGE_BOOKED_ONLY: RemovedSafeguard = {
  lock: /where "customer_id" = (\$\d+)/,
  without: `where customer_id = $1 and state = 'booked'`,
};

/**
 * Races admins who merge two customers, half of them in the other direction: one merge succeeds, all others get an error.
 */
export async function mergeAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, admins } = round;
  // Customers without e-mail and phone can be locked only by their records.
  const two = await twoOf(app, { email: '' });
  const asked = await seenBy(admins[0]!, two);
  const { stays, goes } = asked.body;
  const crosswise = { body: { ...asked.body, stays: goes, goes: stays } };
  const answers = await Promise.all(
    admins.map((admin, at) => admin(customerMerges.merge, at % 2 === 0 ? asked : crosswise)),
  );
  const damage = noDamage();
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  compareCounts(damage, 'merges', { is: count(200), must: 1 });
  compareCounts(damage, 'who are told', { is: count(409) + count(422), must: admins.length - 1 });
  const left = await app.db
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [two.stays.id, two.goes.id])
    .execute();
  compareCounts(damage, 'customers who are left', { is: left.length, must: 1 });
  return damage;
}

/**
 * Races certificate edits that set a customer as the purchaser against a merge of that customer: each gift certificate
 * belongs to the remaining customer.
 */
export async function purchaseAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, agents, admins } = round;
  const two = await twoOf(app);
  const given = await Promise.all(agents.map(() => aCertificate(app.db)));
  const asked = await seenBy(admins[0]!, two);
  const giveOnce = async (agent: SignedInCaller, at: number) => {
    await soon();
    const { serial = '' } = given[at] ?? {};
    return agent(giftCertificates.updatePurchaser, {
      params: { serial },
      body: { purchaser_id: two.goes.id },
    });
  };
  const mergeOnce = async () => {
    await soon();
    return admins[0]!(customerMerges.merge, asked);
  };
  const [answers, merged] = await Promise.all([Promise.all(agents.map(giveOnce)), mergeOnce()]);
  const damage = noDamage();
  compareCounts(damage, 'merges', { is: merged.status, must: 200 });
  compareCounts(damage, 'certificates given', {
    is: answers.filter(({ status }) => status === 200).length,
    must: agents.length,
  });
  const theirs = await app.db
    .selectFrom('gift_certificates')
    .select('id')
    .where('customer_id', '=', two.stays.id)
    .execute();
  compareCounts(damage, 'certificates of the one that stays', { is: theirs.length, must: agents.length });
  await compareNames(damage, round, two);
  return damage;
}

/**
 * Races an edit of the disappearing customer against a merge based on an older version: one succeeds, the other gets an
 * error.
 */
export async function editAgainstMerge(round: RaceRound): Promise<RaceDamage> {
  const { app, agents, admins } = round;
  const two = await twoOf(app);
  const asked = await seenBy(admins[0]!, two);
  const customer = { city: 'Encinitas', updated_at: asked.body.goes.updated_at };
  const editOnce = async () => {
    await pause(Math.random() * 8);
    return agents[0]!(customers.update, { body: { id: two.goes.id, customer } });
  };
  const mergeOnce = async () => {
    await pause(Math.random() * 8);
    return admins[0]!(customerMerges.merge, asked);
  };
  const answers = await Promise.all([editOnce(), mergeOnce()]);
  const damage = noDamage();
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  compareCounts(damage, 'done', { is: count(200), must: 1 });
  compareCounts(damage, 'told', { is: count(409), must: 1 });
  return damage;
}
