import { sql } from 'kysely';
import { moneyText } from '../../../../contract/money.ts';
import { percentOfCents } from '../../../../contract/money/percent.ts';
import { AGENT_NAMES_SQL } from '../../../sales/agent-names.queries.ts';
import type { SheetColumn, SheetRow } from '../../../../server/workbook/workbook.ts';
import { statusSql } from '../../../tee-times/status/status.queries.ts';
import type { TeeTimeStatus } from '../../../tee-times/tee-times.contract.ts';
import { LedgerAgreement, type TeeTimeAmounts } from '../../words/agreement.rules.ts';
import { reportPeriodText, type ReportPeriod } from '../../words/period.rules.ts';
import {
  CREATOR_NAME,
  textSortKey,
  countTeeTimesWhere,
  playedOnSql,
  streamSheetRows,
  type ReportMaker,
  type ReportInput,
} from '../report-input.queries.ts';

type Terms = {
  rate_type: string | null;
  players: number;
  raw_charge: number;
  raw_refunded: number;
  raw_commission: number;
  is_commission_dollars: boolean;
  raw_golfswitch_commission: number;
  is_golfswitch_commission_dollars: boolean;
  is_site: boolean;
};
type CommissionRow = Terms &
  TeeTimeAmounts & {
    id: number;
    agent: string;
    course_name: string;
    play_date: string;
    play_time: string;
    raw_revenue: number;
    raw_clubs_commission: number;
    status: TeeTimeStatus;
  };

/**
 * Returns an agent's commission on a tee time: dollars per player, or a percentage of the charge that was not refunded. It is 0
 * without a rate, or if the public site made the booking.
 */
export const agentCommission = (one: Terms): number =>
  one.rate_type === null || one.is_site ? 0 : share(one, one.raw_commission, one.is_commission_dollars);

/**
 * Returns the share of a tee time's price that the course system of an API rate leaves to the business, by the formula of a
 * commission.
 */
export const sdgrShare = (one: Terms): number =>
  one.rate_type === 'ApiGolfRate'
    ? share(one, one.raw_golfswitch_commission, one.is_golfswitch_commission_dollars)
    : 0;

const share = ({ players, raw_charge, raw_refunded }: Terms, amount: number, isDollars: boolean): number =>
  isDollars ? amount * players : percentOfCents(Math.max(0, raw_charge - raw_refunded), amount);

const RATES: Record<string, string> = { RicGolfRate: 'RIC Rate', ApiGolfRate: 'API Rate' };
function termsRead({ rate_type, raw_commission, is_commission_dollars }: Terms): string {
  if (rate_type === null) return '';
  return is_commission_dollars ? `$${moneyText(raw_commission)} a player` : `${moneyText(raw_commission)} %`;
}

const found = ({ query, staff, moment }: ReportInput<ReportPeriod>) => sql<CommissionRow>`
  select t.id, ${CREATOR_NAME} as agent, c.course_name, t.play_date, t.play_time, t.players, t.raw_charge, t.rate_type, t.raw_commission,
    t.is_commission_dollars, t.raw_golfswitch_commission, t.is_golfswitch_commission_dollars, t.raw_revenue,
    case when t.is_card then t.raw_total - t.raw_open - t.raw_paid else 0 end + t.raw_gift_certificate_amount - t.raw_certificates as raw_refunded,
    t.staff_user_id is null and t.agent = 'Site' as is_site, ${statusSql(moment)} as status, t.raw_paid, t.raw_on_account, t.raw_posted_card, t.raw_posted_on_account,
    case when t.staff_user_id is null and t.agent = 'Site' then 0 else (
      select coalesce(sum(case when k.is_dollars then k.quantity * k.raw_commission
        else (k.quantity * k.raw_charge * k.raw_commission + 5000) / 10000 end), 0)::bigint
      from tee_time_rental_clubs k where k.tee_time_id = t.id) end as raw_clubs_commission
  from tee_time_figures t join courses c on c.id = t.course_id left join ${AGENT_NAMES_SQL} agent on agent.id = t.staff_user_id
  where ${playedOnSql(query)} and t.bookings = 1
    and ${staff.level === 'admin' ? sql`true` : sql`t.staff_user_id = ${staff.id}`}
  order by ${textSortKey(CREATOR_NAME)}, t.staff_user_id, t.play_date, t.play_time, t.id`;

const COLUMNS: SheetColumn[] = [
  { heading: 'Agent', kind: 'text' },
  { heading: 'Play Date', kind: 'date' },
  { heading: 'Time', kind: 'time' },
  { heading: 'Tee time', kind: 'text' },
  { heading: 'Course', kind: 'text' },
  { heading: 'Players', kind: 'number', total: 'sum' },
  { heading: 'Charge', kind: 'money', total: 'sum' },
  { heading: 'Refunded', kind: 'money', total: 'sum' },
  { heading: 'Rate', kind: 'text' },
  { heading: 'Terms', kind: 'text' },
  { heading: 'Revenue', kind: 'money', total: 'sum' },
  { heading: 'Commission', kind: 'money', total: 'sum' },
  { heading: 'Clubs commission', kind: 'money', total: 'sum' },
  { heading: 'Due', kind: 'money', total: 'sum' },
  { heading: 'SDGR share', kind: 'money', total: 'sum' },
  { heading: 'Status', kind: 'text' },
];
const OF_AGENT = ['Bookings', 'Rounds', 'Revenue', 'Commission', 'Clubs commission', 'Due', 'SDGR share'];
const AGENT_COLUMNS: SheetColumn[] = [
  { heading: 'Agent', kind: 'text' },
  ...OF_AGENT.map((heading, at): SheetColumn => ({
    heading,
    kind: at < 2 ? 'number' : 'money',
    total: 'sum',
  })),
];

/**
 * Reports the commission of each agent on tee times of the given play dates. A canceled tee time is left out, because no
 * commission is due for it. A user who is not an admin sees only their own commission.
 */
export const commissionReport: ReportMaker<ReportPeriod> = (input) => {
  const agreement = new LedgerAgreement();
  const agents = new Map<string, number[]>();
  const row = (one: CommissionRow): SheetRow[] => {
    agreement.add(one);
    const earned = agentCommission(one);
    const due = one.status === 'played' ? earned + one.raw_clubs_commission : 0;
    const sdgr = sdgrShare(one);
    const figures = [1, one.players, one.raw_revenue, earned, one.raw_clubs_commission, due, sdgr];
    const before = agents.get(one.agent);
    agents.set(
      one.agent,
      figures.map((figure, at) => figure + (before?.[at] ?? 0)),
    );
    const { play_date, play_time, course_name, players, raw_charge } = one;
    const round = [one.agent, play_date, play_time, String(one.id), course_name, players, raw_charge];
    const rate = RATES[one.rate_type ?? ''] ?? 'no rate';
    const money = [one.raw_revenue, earned, one.raw_clubs_commission, due, sdgr];
    return [[...round, 0 - one.raw_refunded, rate, termsRead(one), ...money, one.status]];
  };
  const last = () => agreement.sentence();
  async function* ofAgents() {
    yield [...agents].map(([agent, figures]) => [agent, ...figures]);
  }
  const { name, level } = input.staff;
  return {
    title: level === 'admin' ? 'Commission' : `Commission of ${name}`,
    period: reportPeriodText(input.query, 'play date'),
    agreement,
    expected: () => countTeeTimesWhere(input.db, playedOnSql(input.query)),
    sheets: [
      { name: 'Commission', columns: COLUMNS, rows: streamSheetRows(input.db, found(input), row), last },
      { name: 'Agents', columns: AGENT_COLUMNS, rows: ofAgents(), last },
    ],
  };
};
