import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { roundChanges } from '../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { ReceivedAnswer } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCertificate } from '../support/factories.ts';
import type { RaceRound } from './race-rounds.ts';
import {
  compareCounts,
  answerMessage,
  noDamage,
  rejectedField,
  type RaceDamage,
  type SignedInCaller,
} from './racing.ts';

// The price in cents, below the amount that needs an approval in these races.
const CHARGE = 10_000;
const EACH = 2_500;

/** Books a tee time for four at $100.00; in odd repetitions a gift certificate pays $40.00 of it. */
async function aPaidTeeTime({ app, course, agents: [agent], number }: RaceRound): Promise<number> {
  const certificate = number % 2 === 1 ? await aCertificate(app.db, { raw_value: 4_000 }) : null;
  const paid = { credit_card: aCard(), ...(certificate && { gift_cert_serial: certificate.serial }) };
  const body = aBookingBody({ course, tee_time: { charge: '100.00' }, ...paid });
  const { id } = booking.book.answer.parse((await agent!(booking.book, { body })).body).tee_time;
  return id;
}

type To = { players: number; byCard: boolean };
/** Sends a change based on the tee time as it was booked. */
const changeWith = (session: SignedInCaller, { course }: RaceRound, id: number, { players, byCard }: To) => {
  const body = {
    id,
    players,
    play_date: '2030-06-01',
    play_time: '07:42',
    course: { id: course },
    terms: 'frozen',
    difference: 'settle',
    shown_difference: (players - 4) * EACH,
    ...(byCard && { credit_card: aCard() }),
  };
  return untilFree(() => session(roundChanges.change, { body }, { 'idempotency-key': randomUUID() }));
};
const cancelWith = (session: SignedInCaller, body: object) =>
  untilFree(() => session(teeTimes.cancel, { body }, { 'idempotency-key': randomUUID() }));

const BUSY = /is still being worked on/;
const PATIENCE_MS = 10_000;
/** Retries like a person while another request for the tee time is running, but not forever. */
async function untilFree(ask: () => Promise<ReceivedAnswer>): Promise<ReceivedAnswer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answered = await ask();
    const isBusy = answered.status === 409 || BUSY.test(answerMessage(answered));
    if (!isBusy || performance.now() > end) return answered;
    await pause(5 + Math.random() * 10);
  }
}

const isDone = ({ status }: ReceivedAnswer): boolean => status === 200;
const isValid = (answered: ReceivedAnswer): boolean =>
  isDone(answered) && (answered.body as { valid?: boolean }).valid === true;
const CHANGED_BEFORE =
  /^(Nothing is changed yet|This tee time is (being )?canceled|\$[\d.]+ of what would go back)/;
const isTold = (answered: ReceivedAnswer): boolean =>
  rejectedField(answered) === 'shown_difference' || CHANGED_BEFORE.test(answerMessage(answered));

/** Compares the tee time with the gateway's own records and the ledger checks. */
async function compareMoney(damage: RaceDamage, { app }: RaceRound, id: number): Promise<{ paid: number }> {
  const { rows } = await sql<{ paid: number; problems: number; references: string[] }>`
    select t.raw_paid as paid, array(select a.payment_attempt_id from payment_allocations a where a.tee_time_id = t.id) as references,
      (select count(*) from check_3_tenders c where c.tee_time_id = t.id)
        + (select count(*) from check_4_totals c where c.tee_time_id = t.id)
        + (select count(*) from check_5_charges c where c.tee_time_id = t.id)
        + (select count(*) from check_2_certificates c where c.gift_certificate_id = t.gift_certificate_id)
        + (select count(*) from check_13_given_back c join payment_allocations a on a.payment_attempt_id = c.payment_attempt_id
            where a.tee_time_id = t.id) as problems
    from tee_times t where t.id = ${id}`.execute(app.db);
  const [{ paid, problems, references } = { paid: 0, problems: 0, references: [] }] = rows;
  const moved = app
    .gatewayBook()
    .filter((line) => line.state === 'succeeded' && references.includes(line.reference))
    .reduce((sum, { kind, raw_amount }) => sum + (kind === 'charge' ? raw_amount : -raw_amount), 0);
  compareCounts(damage, 'cents that the gateway holds', { is: moved, must: paid });
  compareCounts(damage, 'ledger checks that speak of it', { is: Number(problems), must: 0 });
  return { paid };
}

/**
 * Races agents who all change one tee time to the same party, in even repetitions to a larger one by card: one change
 * succeeds.
 */
export async function changeAgainstChange(round: RaceRound): Promise<RaceDamage> {
  const id = await aPaidTeeTime(round);
  const before = await paidOf(round, id);
  const isMore = round.number % 4 < 2;
  const to = { players: isMore ? 5 : 3, byCard: isMore };
  const answers = await Promise.all(round.agents.map((agent) => changeWith(agent, round, id, to)));
  const damage = noDamage();
  compareCounts(damage, 'changes', { is: answers.filter(isDone).length, must: 1 });
  compareCounts(damage, 'others who are told', {
    is: answers.filter(isTold).length,
    must: answers.length - 1,
  });
  const { paid } = await compareMoney(damage, round, id);
  compareCounts(damage, 'cents paid', { is: paid, must: before + (isMore ? EACH : -EACH) });
  return damage;
}

const paidOf = async ({ app }: RaceRound, id: number): Promise<number> =>
  (await app.db.selectFrom('tee_times').select('raw_paid').where('id', '=', id).executeTakeFirstOrThrow())
    .raw_paid;

/** Races changes of a tee time against cancellations with a full refund: whichever is first, RIC keeps no money. */
export async function changeAgainstCancel(round: RaceRound): Promise<RaceDamage> {
  const id = await aPaidTeeTime(round);
  const to = { players: 3, byCard: false };
  const all = { id, cancel: true, refund: true, force_cancel: true };
  const answers = await Promise.all(
    round.agents.map((agent, at) =>
      at % 2 === 0 ? changeWith(agent, round, id, to) : cancelWith(agent, all),
    ),
  );
  const [changes, cancels] = [0, 1].map((odd) => answers.filter((_, at) => at % 2 === odd));
  const damage = noDamage();
  const changed = changes!.filter(isDone).length;
  compareCounts(damage, 'more than one change', { is: Math.max(0, changed - 1), must: 0 });
  compareCounts(damage, 'changes answered', {
    is: changed + changes!.filter(isTold).length,
    must: changes!.length,
  });
  compareCounts(damage, 'cancellations', { is: cancels!.filter(isValid).length, must: 1 });
  const { paid } = await compareMoney(damage, round, id);
  compareCounts(damage, 'cents that stayed with us', { is: paid, must: 0 });
  return damage;
}

const PART = 1_000;

/**
 * Races changes of a tee time against refunds of $10.00 each: the gateway holds exactly the rest, and no charge is refunded
 * beyond its amount.
 */
export async function changeAgainstRefund(round: RaceRound): Promise<RaceDamage> {
  const id = await aPaidTeeTime(round);
  const before = await paidOf(round, id);
  const to = { players: 2, byCard: false };
  const part = { id, refund: true, refund_amount: PART };
  const answers = await Promise.all(
    round.agents.map((agent, at) =>
      at % 2 === 0 ? changeWith(agent, round, id, to) : cancelWith(agent, part),
    ),
  );
  const [changes, refunds] = [0, 1].map((odd) => answers.filter((_, at) => at % 2 === odd));
  const damage = noDamage();
  const changed = changes!.filter(isDone).length;
  compareCounts(damage, 'more than one change', { is: Math.max(0, changed - 1), must: 0 });
  compareCounts(damage, 'changes answered', {
    is: changed + changes!.filter(isTold).length,
    must: changes!.length,
  });
  const { paid } = await compareMoney(damage, round, id);
  // Reads the amount that cards and the gift certificate paid together.
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(raw_amount), 0)::bigint as "left" from ledger_entries
    where tee_time_id = ${id} and account in ('card', 'gift_certificate')`.execute(round.app.db);
  const gone = PART * refunds!.filter(isValid).length + 2 * EACH * changed;
  compareCounts(damage, 'cents left', { is: rows[0]?.left ?? 0, must: CHARGE - gone });
  compareCounts(damage, 'cents paid twice', { is: Math.max(0, paid - before), must: 0 });
  return damage;
}
