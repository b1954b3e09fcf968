import { sql } from 'kysely';
import { formatDay } from '../../contract/dates.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Db } from '../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import type { TeeTimeEmailKind } from '../email-templates/email-templates.contract.ts';
import { savedTemplatesSql, type SavedTemplates } from '../email-templates/email-templates.queries.ts';
import { refundedCentsSql } from '../payments/ledger.queries.ts';

type Club = { quantity: number; name: string; raw_charge: number };
type Row = {
  state: string;
  play_date: string;
  play_time: string;
  players: number;
  confirmation: string;
  notes: string;
  agent: string;
  alt_emails: string;
  payment_id: string;
  is_card: boolean;
  raw_open: number;
  cancel_hours: number;
  raw_charge: number;
  raw_discount_amount: number;
  raw_gift_certificate_amount: number;
  raw_total: number;
  raw_cost: number;
  raw_course_balance: number;
  first_name: string;
  last_name: string;
  email: string;
  course_name: string;
  course_email: string | null;
  address: string | null;
  city: string | null;
  subdivision: string | null;
  postcode: string | null;
  phone: string | null;
  time_zone: string | null;
  code: string | null;
  serial: string | null;
  clubs: Club[];
  refunded_card: number;
  refunded_certificate: number;
  saved: SavedTemplates;
  written_at: string;
  sequence: number;
};

/** Loads all values that e-mails about a tee time may contain, their recipients, and their templates. */
export async function loadTeeTimeEmailData(db: Db, tee_time_id: number, kinds: TeeTimeEmailKind[]) {
  const { rows } = await sql<Row>`${PREPARED_STATEMENT_MARK}
    select t.state, t.play_date, t.play_time, t.players, t.confirmation, t.notes, t.agent, t.alt_emails, t.payment_id,
      t.is_card, t.raw_open, t.cancel_hours, t.raw_charge, t.raw_discount_amount, t.raw_gift_certificate_amount,
      t.raw_total, t.raw_cost, t.raw_course_balance, c.first_name, c.last_name, c.email,
      coalesce(nullif(k.display_name, ''), k.course_name) as course_name, k.email as course_email, k.address, k.city,
      k.subdivision, k.postcode, k.phone, k.time_zone, d.code, g.serial,
      coalesce((select json_agg(json_build_object('quantity', tc.quantity, 'raw_charge', tc.raw_charge,
          'name', btrim(rc.brand || ' ' || rc.description)) order by rc.id)
        from tee_time_rental_clubs tc join rental_clubs rc on rc.id = tc.rental_club_id where tc.tee_time_id = t.id), '[]') as clubs,
      ${sql.raw(refundedCentsSql(['card'], 't.id'))} as refunded_card,
      ${sql.raw(refundedCentsSql(['gift_certificate'], 't.id'))} as refunded_certificate,
      ${savedTemplatesSql(kinds)} as saved, now() as written_at,
      (select coalesce(max(o.calendar_sequence) + 1, 0) from outbox o where o.tee_time_id = t.id) as sequence
    from tee_times t join customers c on c.id = t.customer_id join courses k on k.id = t.course_id
    left join discounts d on d.id = t.golf_discount_id left join gift_certificates g on g.id = t.gift_certificate_id
    where t.id = ${tee_time_id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { ...row, variables: variablesOf(row) };
}

/** The variables that a template may use about a tee time; amounts and days are formatted. */
export type TeeTimeEmailVariables = ReturnType<typeof variablesOf>;

function variablesOf(row: Row) {
  const place = [row.city, row.subdivision].filter(Boolean).join(', ');
  return {
    customer: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    course: {
      name: row.course_name,
      address: [row.address, [place, row.postcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      phone: row.phone ?? '',
    },
    play_date: formatDay(row.play_date),
    play_time: row.play_time,
    players: row.players,
    confirmation: row.confirmation,
    notes: row.notes,
    agent: row.agent,
    clubs: row.clubs.map((club) => ({ ...club, charge: formatMoney(club.raw_charge * club.quantity) })),
    charge: formatMoney(row.raw_charge),
    discount: formatMoney(row.raw_discount_amount),
    discount_code: row.code ?? '',
    has_discount: row.raw_discount_amount > 0,
    gift_certificate: formatMoney(row.raw_gift_certificate_amount),
    gift_certificate_serial: row.serial ?? '',
    has_gift_certificate: row.raw_gift_certificate_amount > 0,
    total: formatMoney(row.raw_total),
    has_total: row.raw_total > 0,
    paid_by_card: row.is_card,
    on_account: formatMoney(row.raw_open),
    has_on_account: row.is_card && row.raw_open > 0,
    payment_id: row.payment_id,
    cancel_hours: row.cancel_hours,
    cost: formatMoney(row.raw_cost),
    course_balance: formatMoney(row.raw_course_balance),
    has_course_balance: row.raw_course_balance > 0,
    refunded_card: formatMoney(row.refunded_card),
    has_refunded_card: row.refunded_card > 0,
    refunded_certificate: formatMoney(row.refunded_certificate),
    has_refunded_certificate: row.refunded_certificate > 0,
    has_refund: row.refunded_card + row.refunded_certificate > 0,
  };
}
