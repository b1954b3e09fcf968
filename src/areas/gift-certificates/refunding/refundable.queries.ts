import { sql } from 'kysely';
import { NotFound } from '../../../server/http/errors.ts';
import type { Db, AppContext, Staff } from '../../../server/process/context.ts';
import { certificateCharges, type RefundableCharge } from '../../payments/allocations/allocations.queries.ts';
import { whyCertificateNotRefundable } from './refund.rules.ts';
import { CERTIFICATE_CLOSED_TEXT, CERTIFICATE_CLOSING_TEXT } from './refund.texts.ts';
import type { CertificateRefundOptions } from '../selling/selling.contract.ts';

/** SQL that is true while a refund of the gift certificate `g` is not settled; at most one runs at a time. */
const REFUNDING = sql<boolean>`exists (select from operations o where o.gift_certificate_id = g.id
  and o.kind = 'certificate_refund' and o.state <> 'settled')`;

type Row = {
  updated_at: string;
  isRefunded: boolean;
  isRefunding: boolean;
  value: number;
  price: number;
  balance: number;
  held: number;
  adjusted: number;
};
type RefundableQuery = { app: AppContext; staff: Pick<Staff, 'level'>; id: number };
export type RefundableCertificate = {
  refusal: string | null;
  row: Row;
  /** The charge to refund; null if nothing was paid. */
  charge: RefundableCharge | null;
};

/** Finds a gift certificate, with the reason why it cannot be refunded now, if any. */
export async function findRefundableCertificate(
  db: Db,
  { app, staff, id }: RefundableQuery,
): Promise<RefundableCertificate> {
  const { rows } = await sql<Row>`
    select g.updated_at, g.refunded_at is not null as "isRefunded", ${REFUNDING} as "isRefunding", g.raw_value as value,
      g.raw_price as price, g.raw_balance as balance,
      coalesce((select sum(h.raw_amount) from certificate_holds h where h.gift_certificate_id = g.id), 0)::bigint as held,
      coalesce((select -sum(e.raw_amount) from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
        where e.gift_certificate_id = g.id and e.account = 'gift_certificate' and t.kind = 'certificate_adjustment'), 0)::bigint as adjusted
    from gift_certificates g where g.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound('This gift certificate');
  const charges = await certificateCharges(db, id);
  const charged = charges.reduce((sum, { left }) => sum + left, 0);
  return {
    refusal: whyCertificateNotRefundable({ ...row, charged }, limitOf(app, staff)),
    row,
    charge: charges[0] ?? null,
  };
}

// If refunds above an amount need an approval, only an admin may refund a gift certificate above that amount.
function limitOf({ settings }: AppContext, { level }: Pick<Staff, 'level'>): number | null {
  const { refundApprovalAbove } = settings;
  return refundApprovalAbove === undefined || level === 'admin' ? null : refundApprovalAbove * 100;
}

export async function certificateRefundOptions(
  db: Db,
  query: RefundableQuery,
): Promise<CertificateRefundOptions> {
  const { refusal, row, charge } = await findRefundableCertificate(db, query);
  return { refusal, raw_back: row.price, card_last4: charge?.card_last4 ?? null, updated_at: row.updated_at };
}

/** Returns a sentence saying why a gift certificate may no longer be spent, sent or adjusted, or null. */
export async function whyCertificateClosed(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ is_closed: boolean; is_closing: boolean }>`
    select g.refunded_at is not null as is_closed, ${REFUNDING} as is_closing
    from gift_certificates g where g.id = ${id}`.execute(db);
  if (rows[0]?.is_closed) return CERTIFICATE_CLOSED_TEXT;
  return rows[0]?.is_closing ? CERTIFICATE_CLOSING_TEXT : null;
}
