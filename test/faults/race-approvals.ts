import { booking } from '../../src/areas/booking/booking.contract.ts';
import { findTenderTotals } from '../../src/areas/payments/ledger.queries.ts';
import { refundRequests } from '../../src/areas/tee-times/approving/refund-requests.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { ReceivedAnswer } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, answerMessage, noDamage, type RaceDamage } from './racing.ts';
import { attemptsFor } from '../support/attempts-for.ts';

/** The amount above which a refund needs an approval, in dollars; higher than the refunds of the other race tests. */
export const APPROVAL_ABOVE = '150';
const CENTS = 20_000;
const DECIDED = /(approved|withdrew) this on /;
// Matches the rejections of a refund that waits for an approval, is being carried out, or is done.
const REFUSED =
  /waits for the approval|^Another cancellation|^All of \$200\.00 is|^This tee time is canceled already/;

const isValid = ({ status, body }: ReceivedAnswer): boolean =>
  status === 200 && typeof body === 'object' && body !== null && 'valid' in body && body.valid === true;

/** Requests the refund of $200.00 of a tee time paid by card, as an agent; in odd repetitions with its cancellation. */
async function asked({
  course,
  agents: [agent],
  number,
}: RaceRound): Promise<{ id: number; request: number }> {
  const body = aBookingBody({ course, tee_time: { charge: '200.00' }, credit_card: aCard() });
  const booked = booking.book.answer.parse((await agent!(booking.book, { body })).body);
  const { id } = booked.tee_time;
  await agent!(teeTimes.cancel, {
    body: { id, refund: true, cancel: number % 2 === 1, refund_amount: CENTS },
  });
  const shown = await agent!(refundRequests.ofTeeTime, { params: { id } });
  return { id, request: refundRequests.ofTeeTime.answer.parse(shown.body).waiting?.id ?? 0 };
}

/**
 * Races all admins, who approve one refund request at once, against its requester, who withdraws it: one person decides,
 * and the others get the name of that person.
 */
export async function approveAgainstWithdraw(round: RaceRound): Promise<RaceDamage> {
  const { agents, admins } = round;
  const { id, request } = await asked(round);
  const [withdrawn, ...approved] = await Promise.all([
    agents[0]!(refundRequests.withdraw, { body: { id: request } }),
    ...admins.map((admin) => admin(refundRequests.approve, { body: { id: request } })),
  ]);
  const approvals = approved.filter(isValid).length;
  const damage = noDamage();
  const done = approvals + (withdrawn.status === 200 ? 1 : 0);
  compareCounts(damage, 'decisions', { is: done, must: 1 });
  const told = [withdrawn, ...approved].filter((answered) => DECIDED.test(answerMessage(answered)));
  compareCounts(damage, 'others who are told who decided', { is: told.length, must: admins.length });
  await compareMoney(damage, round, { id, must: approvals > 0 ? CENTS : 0 });
  return damage;
}

/** Races an approving admin against agents who refund and cancel the same tee time: only the approved refund is made. */
export async function approveAgainstCancel(round: RaceRound): Promise<RaceDamage> {
  const { agents, admins } = round;
  const { id, request } = await asked(round);
  const [approved, ...others] = await Promise.all([
    admins[0]!(refundRequests.approve, { body: { id: request } }),
    ...agents.map((agent, at) =>
      agent(teeTimes.cancel, { body: { id, refund: true, cancel: at % 2 === 0, refund_amount: 100 + at } }),
    ),
  ]);
  const damage = noDamage();
  compareCounts(damage, 'approvals', { is: isValid(approved) ? 1 : 0, must: 1 });
  const refused = others.filter((answered) => REFUSED.test(answerMessage(answered)));
  compareCounts(damage, 'others who are refused', { is: refused.length, must: agents.length });
  await compareMoney(damage, round, { id, must: CENTS });
  return damage;
}

async function compareMoney(
  damage: RaceDamage,
  { app }: RaceRound,
  { id, must }: { id: number; must: number },
) {
  const { cardRefundedCents } = await findTenderTotals(app.db, id);
  compareCounts(damage, 'cents refunded', { is: cardRefundedCents, must });
  const attempts = await app.db
    .selectFrom('payment_attempts')
    .select('raw_amount')
    .where('id', 'in', attemptsFor(app.db, id))
    .where('kind', '=', 'refund')
    .execute();
  compareCounts(damage, 'refunds at the gateway', { is: attempts.length, must: must > 0 ? 1 : 0 });
}
