import { sql } from 'kysely';
import { insertRows, type SeedDb } from './insert.ts';
import type { SeedCertificate } from './money.ts';
import type { SeededRandom } from './random.ts';
import type { SeedTeeTime } from './tee-times.ts';

type Rows<T extends Parameters<typeof insertRows>[1]> = Parameters<typeof insertRows<T>>[2];
type Books = {
  operations: Rows<'operations'>;
  attempts: Rows<'payment_attempts'>;
  transactions: Rows<'ledger_transactions'>;
  entries: Rows<'ledger_entries'>;
};

/** Inserts the tee times with their entries in the ledger, the gateway's records and the gift certificates. */
export async function fillTeeTimesAndLedger(
  db: SeedDb,
  random: SeededRandom,
  {
    teeTimes,
    certificates,
    clubs,
  }: { teeTimes: SeedTeeTime[]; certificates: SeedCertificate[]; clubs: Map<number, number> },
): Promise<void> {
  const books: Books = { operations: [], attempts: [], transactions: [], entries: [] };
  for (const certificate of certificates) sellCertificate(books, certificate);
  const rows = teeTimes.map((teeTime) => teeTimeRow(teeTime, keepBooks(books, random, teeTime)));
  await insertRows(db, 'tee_times', rows);
  const rented = teeTimes.flatMap(({ id, course_id, club }) =>
    club
      ? [
          {
            tee_time_id: id,
            rental_club_id: clubs.get(course_id) ?? 1,
            quantity: club.quantity,
            raw_charge: club.raw_charge,
            raw_cost: club.raw_charge - 2_000,
            raw_commission: 500,
          },
        ]
      : [],
  );
  await insertRows(db, 'tee_time_rental_clubs', rented);
  await insertRows(db, 'operations', books.operations);
  await insertRows(db, 'payment_attempts', books.attempts);
  await sql`insert into payment_allocations (payment_attempt_id, tee_time_id, raw_amount)
    select a.id, o.tee_time_id, a.raw_amount from payment_attempts a join operations o on o.id = a.operation_id
    order by a.created_at`.execute(db);
  await insertRows(db, 'ledger_transactions', books.transactions);
  // The trigger that notes the sales days to sum again is off, because inserting the tee times has noted all of them
  // already.
  await sql`alter table ledger_entries disable trigger ledger_entries_posted`.execute(db);
  await insertRows(db, 'ledger_entries', books.entries);
  await sql`alter table ledger_entries enable trigger ledger_entries_posted`.execute(db);
}

type Entry = [
  account: Rows<'ledger_entries'>[number]['account'],
  cents: number,
  ids?: { gift_certificate_id?: number; golf_discount_id?: number | null },
];
type Cause = {
  kind: Rows<'ledger_transactions'>[number]['kind'];
  tee_time_id?: number;
  gift_certificate_id?: number;
  operation_id?: string;
  payment_attempt_id?: string;
  made_by: string;
  at: string;
};

function post(books: Books, { at, ...cause }: Cause, entries: Entry[]): void {
  const id = books.transactions.length + 1;
  const none = { tee_time_id: null, gift_certificate_id: null, operation_id: null, payment_attempt_id: null };
  books.transactions.push({ id, ...none, ...cause, memo: '', created_at: at });
  for (const [account, raw_amount, ids] of entries.filter(([, cents]) => cents !== 0)) {
    const entry = {
      ledger_transaction_id: id,
      account,
      raw_amount,
      tee_time_id: cause.tee_time_id ?? null,
      created_at: at,
    };
    books.entries.push({
      id: books.entries.length + 1,
      ...entry,
      gift_certificate_id: ids?.gift_certificate_id ?? null,
      golf_discount_id: ids?.golf_discount_id ?? null,
    });
  }
}

function sellCertificate(books: Books, { id, value, sold_at }: SeedCertificate): void {
  post(books, { kind: 'certificate_sale', gift_certificate_id: id, made_by: 'Site', at: sold_at }, [
    ['certificate_sale', value],
    ['gift_certificate', -value, { gift_certificate_id: id }],
  ]);
}

// The last four digits of the card that the demonstration's gateway approves.
const LAST4 = '4242';

const settledOperation = (
  { id, staff_user_id, state, created_at }: SeedTeeTime,
  idempotency_key: string,
) => ({
  staff_user_id: staff_user_id ?? 1,
  idempotency_key,
  fingerprint: 'demonstration',
  state: 'settled' as const,
  answer_status: state === 'failed' ? 422 : 200,
  answer: '{}',
  tee_time_id: id,
  created_at,
  updated_at: created_at,
});

/** Adds a tee time's entries to the ledger and the gateway's records; returns the payment id of its card charge, or ''. */
function keepBooks(books: Books, random: SeededRandom, teeTime: SeedTeeTime): string {
  const { id, state, created_at: at, agent, is_card, raw_total } = teeTime;
  const operation_id = random.uuid();
  const operation = settledOperation(teeTime, operation_id);
  books.operations.push({ id: operation_id, kind: 'book', ...operation });
  const charge = random.uuid();
  const payment_id = is_card ? `pay_${charge.replaceAll('-', '').slice(0, 20)}` : '';
  const attempt = { operation_id, gateway: 'built-in', sent_at: at, settled_at: at, created_at: at };
  if (is_card) {
    const isFailed = state === 'failed';
    books.attempts.push({
      id: charge,
      kind: 'charge',
      raw_amount: raw_total,
      state: isFailed ? 'declined' : 'succeeded',
      payment_id: isFailed ? null : payment_id,
      charge_attempt_id: null,
      card_last4: LAST4,
      decline_reason: isFailed ? 'Your card was declined.' : null,
      ...attempt,
    });
  }
  if (state === 'failed') return '';
  const certificate = teeTime.certificate ? { gift_certificate_id: teeTime.certificate.id } : {};
  post(
    books,
    {
      kind: 'booking',
      tee_time_id: id,
      operation_id,
      ...(is_card && { payment_attempt_id: charge }),
      made_by: agent,
      at,
    },
    [
      ['tee_time', -(teeTime.raw_charge + teeTime.raw_rental_amount)],
      ['discount', teeTime.raw_discount_amount, { golf_discount_id: teeTime.golf_discount_id }],
      ['gift_certificate', teeTime.raw_gift_certificate_amount, certificate],
      [is_card ? 'card' : 'on_account', raw_total],
    ],
  );
  if (state === 'canceled') giveBack(books, random, { teeTime, charge, attempt, operation });
  return payment_id;
}

type Back = {
  teeTime: SeedTeeTime;
  charge: string;
  attempt: Omit<Books['attempts'][number], 'id' | 'kind' | 'raw_amount' | 'state'>;
  operation: Omit<Books['operations'][number], 'id' | 'kind'>;
};

function giveBack(books: Books, random: SeededRandom, { teeTime, charge, attempt, operation }: Back): void {
  const { id, created_at: at, agent, raw_total, refunded, is_card } = teeTime;
  const operation_id = random.uuid();
  books.operations.push({ ...operation, id: operation_id, kind: 'cancel', idempotency_key: operation_id });
  if (!is_card) {
    post(books, { kind: 'release', tee_time_id: id, operation_id, made_by: agent, at }, [
      ['tee_time', raw_total],
      ['on_account', -raw_total],
    ]);
    return;
  }
  if (refunded === 0) return;
  const refund = random.uuid();
  const row = {
    id: refund,
    kind: 'refund' as const,
    raw_amount: refunded,
    state: 'succeeded' as const,
    payment_id: `refund_${refund.replaceAll('-', '').slice(0, 20)}`,
    charge_attempt_id: charge,
    card_last4: null,
    decline_reason: null,
  };
  books.attempts.push({ ...attempt, ...row, operation_id });
  post(
    books,
    { kind: 'refund', tee_time_id: id, operation_id, payment_attempt_id: refund, made_by: agent, at },
    [
      ['tee_time', refunded],
      ['card', -refunded],
    ],
  );
}

function teeTimeRow(teeTime: SeedTeeTime, payment_id: string): Rows<'tee_times'>[number] {
  const { club: _club, certificate, refunded, rate, ...stored } = teeTime;
  const { id: golf_rate_id, type: rate_type, course_id: _course, kind: _kind, ...frozen } = rate;
  const { internal_memo: rate_internal_memo, ...terms } = frozen;
  const isCanceled = teeTime.state === 'canceled';
  return {
    ...stored,
    ...terms,
    payment_id,
    golf_rate_id,
    rate_type,
    rate_internal_memo,
    gift_certificate_id: certificate?.id ?? null,
    raw_paid: teeTime.is_card && teeTime.state !== 'failed' ? teeTime.raw_total - refunded : 0,
    raw_cost: rate.raw_wholesale_rate * teeTime.players,
    players_booked: teeTime.players,
    folio: '',
    alt_emails: '',
    canceled_at: isCanceled ? teeTime.updated_at : null,
    canceled_by: isCanceled ? teeTime.agent : null,
    updated_by: teeTime.agent,
    should_email_customer: true,
    should_email_course: true,
    is_commission_dollars: true,
    raw_golfswitch_commission: 1_000,
    is_golfswitch_commission_dollars: false,
  };
}
