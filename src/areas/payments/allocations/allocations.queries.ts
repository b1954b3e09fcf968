import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { insertAttempt, type Allocation, type PaymentAttempt } from '../attempts.queries.ts';
import { spreadOverCharges } from './refunding.rules.ts';

/** The cents that a charge holds for one tee time or gift certificate. */
export type RefundableCharge = Pick<PaymentAttempt, 'id' | 'gateway' | 'gateway_account' | 'card_last4'> &
  Required<Allocation> & { left: number };

/**
 * Returns the charges of a tee time with the cents that each took for it (`raw_amount`) and still holds (`left`), the newest
 * charge first. An amount that may be on its way back counts as gone.
 */
export const refundableCharges = (db: Db, tee_time_id: number): Promise<RefundableCharge[]> =>
  chargesOf(db, 'tee_time_id', tee_time_id);

/** Does the same for a gift certificate that was sold here. */
export const certificateCharges = (db: Db, id: number): Promise<RefundableCharge[]> =>
  chargesOf(db, 'gift_certificate_id', id);

async function chargesOf(
  db: Db,
  column: 'tee_time_id' | 'gift_certificate_id',
  id: number,
): Promise<RefundableCharge[]> {
  const { rows } = await sql<RefundableCharge>`
    select c.id, c.gateway, c.gateway_account, c.card_last4, a.tee_time_id, a.gift_certificate_id, a.raw_amount,
      (a.raw_amount - coalesce((select sum(b.raw_amount)
        from payment_allocations b join payment_attempts r on r.id = b.payment_attempt_id
        where b.${sql.ref(column)} = ${id} and r.charge_attempt_id = c.id
          and r.state in ('created', 'unknown', 'succeeded')), 0))::bigint as "left"
    from payment_allocations a join payment_attempts c on c.id = a.payment_attempt_id
    where a.${sql.ref(column)} = ${id} and c.kind = 'charge' and c.state = 'succeeded'
    order by c.settled_at desc, c.created_at desc, c.id`.execute(db);
  return rows;
}

/** A refund (cents) of a charge. */
export type NewRefund = {
  charge: Pick<PaymentAttempt, 'id' | 'gateway' | 'gateway_account'>;
  cents: number;
  allocations: Allocation[];
};

/** Returns the refund of so many cents of the record that a charge paid for. */
export const newChargeRefund = (charge: RefundableCharge, cents: number): NewRefund => {
  const { tee_time_id, gift_certificate_id } = charge;
  return { charge, cents, allocations: [{ tee_time_id, gift_certificate_id, raw_amount: cents }] };
};

/** Returns the refunds of so many cents, as far as the charges of a tee time hold them: the newest charge first. */
export const planRefunds = async (db: Db, tee_time_id: number, cents: number): Promise<NewRefund[]> =>
  spreadOverCharges(cents, await refundableCharges(db, tee_time_id)).map((part) =>
    newChargeRefund(part.charge, part.cents),
  );

/** Records refunds before they are sent, each under its own reference. */
export async function insertRefunds(
  db: Db,
  operation_id: string,
  refunds: NewRefund[],
  leaseMs: number,
): Promise<PaymentAttempt[]> {
  const attempts: PaymentAttempt[] = [];
  for (const { charge, cents: raw_amount, allocations } of refunds) {
    const { id: charge_attempt_id, gateway, gateway_account } = charge;
    const refund = { operation_id, kind: 'refund', charge_attempt_id, gateway, gateway_account } as const;
    // oxlint-disable-next-line no-await-in-loop -- in this order they are sent
    attempts.push(await insertAttempt(db, { ...refund, raw_amount, allocations, leaseMs }));
  }
  return attempts;
}

/** Returns the records that an attempt pays for or gives back, each with its cents. */
export const attemptAllocations = (db: Db, payment_attempt_id: string): Promise<Allocation[]> =>
  db
    .selectFrom('payment_allocations')
    .select(['tee_time_id', 'gift_certificate_id', 'raw_amount'])
    .where('payment_attempt_id', '=', payment_attempt_id)
    .orderBy('tee_time_id')
    .execute();

/** Returns the record that a notice about an attempt links to: its first one, if any. */
export async function firstAllocatedRecord(db: Db, payment_attempt_id: string) {
  const [first] = await attemptAllocations(db, payment_attempt_id);
  return { tee_time_id: first?.tee_time_id ?? null, gift_certificate_id: first?.gift_certificate_id ?? null };
}

/** Records that an attempt was for a gift certificate, which did not exist when the attempt was made. */
export async function allocateToCertificate(
  db: Db,
  attempt: Pick<PaymentAttempt, 'id' | 'raw_amount'>,
  gift_certificate_id: number,
): Promise<void> {
  const { id: payment_attempt_id, raw_amount } = attempt;
  await db
    .insertInto('payment_allocations')
    .values({ payment_attempt_id, gift_certificate_id, raw_amount })
    .execute();
}
