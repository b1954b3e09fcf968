import { sql } from 'kysely';
import {
  cardChangeEntries,
  priceChangeEntries,
  refundEntries,
  findTenderTotals,
} from '../../src/areas/payments/ledger.queries.ts';
import {
  cardShareCents,
  unrefundableCents,
  settlePriceDifference,
  repriceRound,
  amountForPlayers,
  paymentColumns,
} from '../../src/areas/tee-times/repricing/change.rules.ts';
import type { Db } from '../../src/server/process/context.ts';
import { postLedgerEntries } from './worked-bookings.ts';

/** Refunds this many quarters of the payment, by card and by certificate. */
export async function refundQuarters(db: Db, id: number, quarters: number): Promise<void> {
  const { raw_paid, gift_certificate_id } = await db
    .selectFrom('tee_times')
    .select(['raw_paid', 'gift_certificate_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ spent: number }>`select coalesce(sum(raw_amount), 0)::bigint as spent
  from ledger_entries where tee_time_id = ${id} and account = 'gift_certificate'`.execute(db);
  const card = Math.floor((raw_paid * quarters) / 4);
  const certificate = Math.floor(((rows[0]?.spent ?? 0) * quarters) / 4);
  if (card + certificate === 0) return;
  await postLedgerEntries(
    db,
    { kind: 'refund', tee_time_id: id, created_at: '2026-12-02T18:00:00Z' },
    refundEntries({ card, certificate, gift_certificate_id }),
  );
  await db
    .updateTable('tee_times')
    .set({ raw_paid: raw_paid - card })
    .where('id', '=', id)
    .execute();
  if (gift_certificate_id !== null)
    await sql`update gift_certificates set raw_balance = raw_balance + ${certificate} where id = ${gift_certificate_id}`.execute(
      db,
    );
}

/** Changes the party at frozen terms, settled by card or on account, if the refund is available. */
export async function changePlayers(
  db: Db,
  id: number,
  { players, byCard }: { players: number; byCard: boolean },
): Promise<void> {
  const before = await db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { players_booked, raw_paid, raw_open, raw_total, is_card, golf_discount_id, gift_certificate_id } =
    before;
  const share = (cents: number) => amountForPlayers(cents, players, players_booked) ?? cents;
  const shares = { charge: share(before.raw_charge), discount: share(before.raw_discount_amount) };
  const price = repriceRound(before, shares);
  const tenders = await findTenderTotals(db, id);
  const paidBy = {
    on_account: is_card ? raw_open : raw_total,
    charges: [{ card_last4: null, left: raw_paid }],
    certificate: { serial: '', left: tenders.certificatePaidCents - tenders.certificateRefundedCents },
  };
  const moves = settlePriceDifference(before, price, { paidBy, byCard });
  if (unrefundableCents(moves, paidBy) > 0) return;
  const cause = { kind: 'change', tee_time_id: id, created_at: '2026-12-02T17:00:00Z' } as const;
  const discount = price.raw_discount_amount - before.raw_discount_amount;
  for (const entries of [
    priceChangeEntries({ ...moves, discount, golf_discount_id, gift_certificate_id }),
    cardChangeEntries(moves.card),
  ]) {
    const moved = entries.filter(({ raw_amount }) => raw_amount !== 0);
    if (moved.length > 0) await postLedgerEntries(db, cause, moved);
  }
  const standing = paymentColumns(price, cardShareCents(before) + moves.card);
  const set = { ...price, ...standing, players, players_booked: players, raw_paid: raw_paid + moves.card };
  await db.updateTable('tee_times').set(set).where('id', '=', id).execute();
  await sql`update gift_certificates set raw_balance = raw_balance - ${moves.certificate} where id = ${gift_certificate_id}`.execute(
    db,
  );
}
