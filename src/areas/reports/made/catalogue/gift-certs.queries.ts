import { sql } from 'kysely';
import { formatMoney } from '../../../../contract/money.ts';
import type { Db } from '../../../../server/process/context.ts';
import { onlyRow } from '../../../../server/database/only-row.ts';
import type { CellValue, SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import type { ReportQuery } from '../../reports.contract.ts';
import { disagreementText } from '../../words/agreement.rules.ts';
import { readInOneSnapshot } from '../../running/snapshot.queries.ts';
import { reportPeriodText } from '../../words/period.rules.ts';
import { streamSheetRows, type ReportMaker, type ReportInput } from '../report-input.queries.ts';

type Query = ReportQuery<'gift-certs'>;
/** The first and the last moment of a report's date range, as SQL; the range of all days has no beginning. */
type Range = { from: ReturnType<typeof sql>; to: ReturnType<typeof sql>; isToNow: boolean };

function rangeOf({ query, zone, today }: ReportInput<Query>): Range {
  const { allDates, startDate = '', endDate = '' } = query;
  if (allDates)
    return { from: sql`'-infinity'::timestamptz`, to: sql`'infinity'::timestamptz`, isToNow: true };
  return {
    from: sql`${startDate}::date::timestamp at time zone ${zone}`,
    to: sql`(${endDate}::date + 1)::timestamp at time zone ${zone}`,
    isToNow: endDate >= today,
  };
}

const within = (column: string, { from, to }: Range) =>
  sql`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to})`;

const text = (heading: string): SheetColumn => ({ heading, kind: 'text' });
const money = (heading: string): SheetColumn => ({ heading, kind: 'money', total: 'sum' });

const SOLD: SheetColumn[] = [
  text('Serial'),
  { heading: 'Sold on', kind: 'date' },
  ...['Purchaser', 'Recipient'].map(text),
  ...['Value', 'Price', 'Redeemed', 'Adjusted', 'Refunded', 'Balance'].map(money),
  text('Delivery'),
];
type Sold = {
  serial: string;
  sold_on: string;
  purchaser: string;
  recipient: string;
  value: number;
  price: number;
  redeemed: number;
  adjusted: number;
  refunded: number;
  delivery: string;
};

const fullName = (table: string) =>
  sql`concat_ws(' ', nullif(${sql.ref(`${table}.first_name`)}, ''), nullif(${sql.ref(`${table}.last_name`)}, ''))`;

// The gift certificates that were created in the date range, with the sums of their ledger entries up to its end.
const sold = ({ db: _, ...input }: ReportInput<Query>, range: Range) => sql<Sold>`
  select g.serial, (g.created_at at time zone ${input.zone})::date as sold_on, ${fullName('p')} as purchaser, ${fullName('r')} as recipient,
    l.value, l.price, l.redeemed, l.adjusted, l.refunded,
    case when g.email_delivery then 'email' when g.mail_recipient then 'mail to recipient' else 'mail to purchaser' end as delivery
  from gift_certificates g left join customers p on p.id = g.customer_id left join customers r on r.id = g.recipient_id
    cross join lateral (
      select coalesce(-sum(e.raw_amount) filter (where e.account = 'gift_certificate' and t.kind = 'certificate_sale'), 0)::bigint as value,
        coalesce(sum(e.raw_amount) filter (where e.account in ('certificate_sale', 'card') and t.tee_time_id is null), 0)::bigint as price,
        coalesce(sum(e.raw_amount) filter (where e.account = 'gift_certificate' and t.tee_time_id is not null), 0)::bigint as redeemed,
        coalesce(-sum(e.raw_amount) filter (where e.account = 'gift_certificate' and t.kind = 'certificate_adjustment'), 0)::bigint as adjusted,
        coalesce(sum(e.raw_amount) filter (where e.account = 'gift_certificate' and t.kind in ('refund', 'refund_failed') and t.tee_time_id is null), 0)::bigint as refunded
      from ledger_transactions t join ledger_entries e on e.ledger_transaction_id = t.id
      where t.created_at < ${range.to} and t.id in (
        select o.id from ledger_transactions o where o.gift_certificate_id = g.id
        union select e.ledger_transaction_id from ledger_entries e where e.gift_certificate_id = g.id)) l
  where ${within('g.created_at', range)} order by g.created_at, g.id`;

const soldRow = (one: Sold): SheetRow[] => {
  const balance = one.value - one.redeemed + one.adjusted - one.refunded;
  const who = [one.serial, one.sold_on, one.purchaser, one.recipient];
  return [[...who, one.value, one.price, one.redeemed, one.adjusted, one.refunded, balance, one.delivery]];
};

const MOVEMENTS: SheetColumn[] = [
  { heading: 'Day', kind: 'date' },
  ...['Serial', 'What', 'Tee time', 'Course'].map(text),
  money('Amount'),
];
type Movement = {
  day: string;
  serial: string;
  what: string;
  tee_time_id: number | null;
  course_name: string | null;
  raw_amount: number;
};

// SQL that names the action of a ledger entry on the gift certificates' account. The first `certificate_sale` of a certificate
// is its sale; later ones correct it.
const WHAT = sql`case t.kind when 'certificate_sale' then
    case when exists (select from ledger_transactions s where s.gift_certificate_id = t.gift_certificate_id
      and s.kind = 'certificate_sale' and s.id < t.id) then 'Sale corrected' else 'Sold' end
  when 'certificate_adjustment' then 'Adjusted' when 'booking' then 'Redeemed' when 'change' then 'Redeemed less'
  else case when t.tee_time_id is null then 'Refunded' else 'Given back' end end`;

const movements = ({ zone }: ReportInput<Query>, range: Range) => sql<Movement>`
  select (e.created_at at time zone ${zone})::date as day, g.serial, ${WHAT} as what, e.tee_time_id, c.course_name, -e.raw_amount as raw_amount
  from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
    join gift_certificates g on g.id = e.gift_certificate_id
    left join tee_times k on k.id = e.tee_time_id left join courses c on c.id = k.course_id
  where e.account = 'gift_certificate' and ${within('e.created_at', range)} order by e.created_at, e.id`;

const movementRow = ({ day, serial, what, tee_time_id, course_name, raw_amount }: Movement): SheetRow[] => [
  [day, serial, what, tee_time_id === null ? null : String(tee_time_id), course_name, raw_amount],
];

const LIABILITY: SheetColumn[] = [text('What'), { heading: 'Amount', kind: 'money' }];
type Liability = Record<
  'opening' | 'sold' | 'adjusted' | 'redeemed' | 'back' | 'refunded' | 'taken' | 'given' | 'balances',
  number
>;

async function readLiability(db: Db, { from, to }: Range): Promise<Liability> {
  const inRange = sql`e.created_at >= ${from} and e.created_at < ${to}`;
  const owed = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(-sum(e.raw_amount) filter (where e.account = 'gift_certificate' and ${condition}), 0)::bigint`;
  const own = (accounts: ReturnType<typeof sql>) =>
    sql`coalesce(sum(e.raw_amount) filter (where t.tee_time_id is null and t.gift_certificate_id is not null and e.account in (${accounts}) and ${inRange}), 0)::bigint`;
  const found = await sql<Liability>`
    select ${owed(sql`e.created_at < ${from}`)} as opening, ${owed(sql`t.kind = 'certificate_sale' and ${inRange}`)} as sold,
      ${owed(sql`t.kind = 'certificate_adjustment' and ${inRange}`)} as adjusted, ${owed(sql`t.kind in ('booking', 'change') and ${inRange}`)} as redeemed,
      ${owed(sql`t.kind = 'refund' and t.tee_time_id is not null and ${inRange}`)} as back,
      ${owed(sql`t.kind in ('refund', 'refund_failed') and t.tee_time_id is null and ${inRange}`)} as refunded,
      ${own(sql`'certificate_sale', 'card'`)} as taken, ${own(sql`'discount'`)} as given,
      (select coalesce(sum(raw_balance), 0)::bigint from gift_certificates) as balances
    from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
    where e.gift_certificate_id is not null or t.gift_certificate_id is not null`.execute(db);
  return onlyRow(found);
}

/** Returns the balance of the gift certificates' account at the end of the date range, straight from the ledger. */
async function readClosing(db: Db, { to }: Range): Promise<number> {
  const found = await sql<{
    closing: number;
  }>`select coalesce(-sum(raw_amount), 0)::bigint as closing from ledger_entries
    where account = 'gift_certificate' and created_at < ${to}`.execute(db);
  return onlyRow(found).closing;
}

function liabilitySheet(one: Liability, closing: number) {
  const rows: CellValue[][] = [
    ['Opening', one.opening],
    ['Sold, corrections included', one.sold],
    ['Adjusted', one.adjusted],
    ['Redeemed', one.redeemed],
    ['Given back', one.back],
    ['Refunded', one.refunded],
    ['Closing', closing],
    ['Taken (Price)', one.taken],
    ['Given away in price', one.given],
  ];
  return { name: 'Liability', columns: LIABILITY, rows: [rows], total: false } as const;
}

/**
 * Reports the gift certificates that were sold, all movements of their balances, and the amount that is owed to their holders.
 */
export const giftCertificateReport: ReportMaker<Query> = async (input) => {
  const range = rangeOf(input);
  const [one, ledger] = await readInOneSnapshot(input.db, async (db) => [
    await readLiability(db, range),
    await readClosing(db, range),
  ]);
  const closing = one.opening + one.sold + one.adjusted + one.redeemed + one.back + one.refunded;
  const offBy = closing - ledger || (range.isToNow ? closing - one.balances : 0);
  const balances = range.isToNow ? ` = balances ${formatMoney(one.balances)}` : '';
  const last =
    offBy === 0
      ? `Agrees with the ledger: closing ${formatMoney(closing)} = certificates ${formatMoney(ledger)}${balances}.`
      : disagreementText(offBy);
  const { allDates, startDate = '', endDate = '' } = input.query;
  return {
    title: 'Gift Certificates',
    period: allDates
      ? 'All dates, by day of posting, office time'
      : reportPeriodText({ start_date: startDate, end_date: endDate }, 'day of posting, office time'),
    agreement: { offBy },
    sheets: [
      { name: 'Sold', columns: SOLD, rows: streamSheetRows(input.db, sold(input, range), soldRow), last },
      {
        name: 'Movements',
        columns: MOVEMENTS,
        rows: streamSheetRows(input.db, movements(input, range), movementRow),
        last,
      },
      { ...liabilitySheet(one, closing), last },
    ],
  };
};
