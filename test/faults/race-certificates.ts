import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { giftCertificates } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import {
  certificateSales,
  CertificateSaleAnswer,
} from '../../src/areas/gift-certificates/selling/selling.contract.ts';
import type { ReceivedAnswer } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCertificateSaleBody } from '../support/selling.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, type RaceDamage, type SignedInCaller } from './racing.ts';
import { attemptsForCertificate } from '../support/attempts-for.ts';

const VALUE = 10_000;
const isDone = ({ status }: ReceivedAnswer): boolean => status === 200;
const done = (answers: ReceivedAnswer[]): number => answers.filter(isDone).length;

async function aSoldOne({ agents: [agent] }: RaceRound): Promise<CertificateSaleAnswer['gift_certificate']> {
  const answered = await agent!(certificateSales.sell, { body: aCertificateSaleBody() });
  return CertificateSaleAnswer.parse(answered.body).gift_certificate;
}
const refundBy = (session: SignedInCaller, id: number) =>
  session(certificateSales.refund, { body: { id } }, { 'idempotency-key': randomUUID() });

/** Compares the gift certificate with the gateway's own records and the ledger checks. */
async function compareMoney(
  damage: RaceDamage,
  { app }: RaceRound,
  { id, kept }: { id: number; kept: number },
) {
  const { rows } = await sql<{ problems: number; references: string[] }>`
    select array(select a.payment_attempt_id from payment_allocations a where a.gift_certificate_id = ${id}) as references,
      (select count(*) from check_2_certificates where gift_certificate_id = ${id})
        + (select count(*) from check_12_prices where gift_certificate_id = ${id})
        + (select count(*) from check_15_closed_certificates where gift_certificate_id = ${id})
        + (select count(*) from check_8_holds h join certificate_holds c on c.operation_id = h.operation_id
            where c.gift_certificate_id = ${id}) as problems`.execute(app.db);
  const [{ problems, references } = { problems: 0, references: [] }] = rows;
  const moved = app
    .gatewayBook()
    .filter((line) => line.state === 'succeeded' && references.includes(line.reference))
    .reduce((sum, { kind, raw_amount }) => sum + (kind === 'charge' ? raw_amount : -raw_amount), 0);
  compareCounts(damage, 'cents that the gateway holds', { is: moved, must: kept });
  compareCounts(damage, 'ledger checks that speak of it', { is: Number(problems), must: 0 });
}

/**
 * Races refunds against bookings of one gift certificate: half of the agents refund it, half spend its whole balance, in
 * even repetitions with a card for the rest. It is either refunded once or spent once.
 */
export async function spendAgainstRefund(round: RaceRound): Promise<RaceDamage> {
  const { id, serial } = await aSoldOne(round);
  const charge = round.number % 2 === 0 ? '150.00' : '100.00';
  const spend = (session: SignedInCaller) => {
    const card = round.number % 2 === 0 && { credit_card: aCard() };
    const body = aBookingBody({
      course: round.course,
      tee_time: { charge },
      gift_cert_serial: serial,
      ...card,
    });
    return session(booking.book, { body }, { 'idempotency-key': randomUUID() });
  };
  const answers = await Promise.all(
    round.agents.map((agent, at) => (at % 2 === 0 ? refundBy(agent, id) : spend(agent))),
  );
  const [refunds = 0, spent = 0] = [0, 1].map((odd) => done(answers.filter((_, at) => at % 2 === odd)));
  const damage = noDamage();
  compareCounts(damage, 'times that it was spent or refunded', { is: refunds + spent, must: 1 });
  await compareMoney(damage, round, { id, kept: refunds > 0 ? 0 : VALUE });
  return damage;
}

/** Races agents who all refund one gift certificate, each with a separate idempotency key: it is refunded once. */
export async function refundAgainstRefund(round: RaceRound): Promise<RaceDamage> {
  const { id } = await aSoldOne(round);
  const answers = await Promise.all(round.agents.map((agent) => refundBy(agent, id)));
  const damage = noDamage();
  compareCounts(damage, 'refunds', { is: done(answers), must: 1 });
  // The gateway never refunds more than was charged, so only the attempts sent to the gateway show a duplicate.
  const begun = await round.app.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', 'in', attemptsForCertificate(round.app.db, id))
    .where('kind', '=', 'refund')
    .execute();
  compareCounts(damage, 'refunds that were begun', { is: begun.length, must: 1 });
  await compareMoney(damage, round, { id, kept: 0 });
  return damage;
}

/**
 * Races agents who refund a gift certificate against admins who set its balance: the first succeeds, the others get an
 * error.
 */
export async function refundAgainstAdjust(round: RaceRound): Promise<RaceDamage> {
  const { id } = await aSoldOne(round);
  const answers = await Promise.all([
    ...round.agents.map((agent) => refundBy(agent, id)),
    ...round.admins.map((admin, at) =>
      admin(giftCertificates.update, { body: { id, gift_certificate: { balance: `${200 + at}.00` } } }),
    ),
  ]);
  const refunds = done(answers.slice(0, round.agents.length));
  const adjusted = done(answers.slice(round.agents.length));
  const damage = noDamage();
  compareCounts(damage, 'refunds where nobody adjusted it', { is: refunds, must: adjusted > 0 ? 0 : 1 });
  compareCounts(damage, 'adjustments beside a refund', {
    is: adjusted,
    must: refunds > 0 ? 0 : round.admins.length,
  });
  await compareMoney(damage, round, { id, kept: refunds > 0 ? 0 : VALUE });
  return damage;
}

/**
 * Races requests of one person that send one certificate sale several times, with one idempotency key: one gift certificate
 * is sold.
 */
export async function saleWithOneKey(round: RaceRound): Promise<RaceDamage> {
  const body = aCertificateSaleBody();
  const key = { 'idempotency-key': randomUUID() };
  const [agent] = round.agents;
  const answers = await Promise.all(round.agents.map(() => agent!(certificateSales.sell, { body }, key)));
  const sold = await round.app.db
    .selectFrom('gift_certificates as g')
    .innerJoin('customers as c', 'c.id', 'g.customer_id')
    .select('g.id')
    .where('c.email', '=', body.gift_certificate.customer.email)
    .execute();
  const damage = noDamage();
  compareCounts(damage, 'certificates', { is: sold.length, must: 1 });
  const others = answers.filter((answered) => !isDone(answered) && answered.status !== 409);
  compareCounts(damage, 'answers that are neither it nor wait', { is: others.length, must: 0 });
  if (sold[0]) await compareMoney(damage, round, { id: sold[0].id, kept: VALUE });
  return damage;
}
