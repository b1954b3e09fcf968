import { sql } from 'kysely';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db } from '../../../server/process/context.ts';
import type { StaffLevel } from '../../../contract/wire.ts';
import { AGENT_NAMES_SQL } from '../../sales/agent-names.queries.ts';
import { daysOfPeriod } from '../../sales/period.rules.ts';
import { salesSumsSql } from '../../sales/sales-days.queries.ts';
import {
  LEADERBOARD_BOXES,
  type AgentFilter,
  type LeaderboardBox,
  type LeaderboardFigures,
} from '../home.contract.ts';

/** The access levels of the staff users that each check box of the leaderboard selects. */
const LEVELS: Record<(typeof LEADERBOARD_BOXES)[number], StaffLevel[]> = {
  sdgr: ['admin', 'sdgr'],
  psgr: ['psgr'],
  hotels: ['hotels'],
};
type Row = {
  name: string;
  level: StaffLevel;
  rounds: number;
  revenue: number;
  day_rounds: number;
  day_revenue: number;
};

/**
 * Returns the bookings by each staff user, including removed ones, on a day and in its month. E-mails tell users of the same name
 * apart. `zone` is the business time zone.
 */
export async function findLeaderboard(
  db: Db,
  { date, agentFilter, zone }: { date: string; agentFilter: AgentFilter; zone: string },
): Promise<LeaderboardFigures> {
  const levels = LEADERBOARD_BOXES.filter((box) => agentFilter[box]).flatMap((box) => LEVELS[box]);
  const { rows } = await sql<Row>`${PREPARED_STATEMENT_MARK}
    with booked as (select staff_user_id, sum(rounds)::bigint as rounds, sum(raw_paid + raw_on_account)::bigint as revenue,
        coalesce(sum(rounds) filter (where created_on = ${date}::date), 0)::bigint as day_rounds,
        coalesce(sum(raw_paid + raw_on_account) filter (where created_on = ${date}::date), 0)::bigint as day_revenue
      from ${salesSumsSql({ ...daysOfPeriod({ isMonthly: true, date }), zone }, 'staff_user')} s group by 1),
    named as (select booked.*, agent.name, u.id as staff_id, u.level
      from booked join staff_users u on u.id = booked.staff_user_id join ${AGENT_NAMES_SQL} agent on agent.id = u.id
      where u.level = any(${levels}::text[]))
    select name, (array_agg(level order by staff_id desc))[1] as level, sum(rounds)::bigint as rounds, sum(revenue)::bigint as revenue,
      sum(day_rounds)::bigint as day_rounds, sum(day_revenue)::bigint as day_revenue
    from named group by name order by fold(name) collate "C", name`.execute(db);
  return {
    daily: boardOf(rows, 'day_rounds', 'day_revenue'),
    monthly: boardOf(rows, 'rounds', 'revenue'),
    boxes: Object.fromEntries(
      rows
        .filter(({ rounds, revenue }) => rounds !== 0 || revenue !== 0)
        .map(({ name, level }) => [name, boxOf(level)]),
    ),
  };
}

const boxOf = (level: StaffLevel): LeaderboardBox =>
  LEADERBOARD_BOXES.find((box) => LEVELS[box].includes(level)) ?? 'sdgr';

type Figure = Exclude<keyof Row, 'name' | 'level'>;
function boardOf(rows: Row[], ofRounds: Figure, ofRevenue: Figure): LeaderboardFigures['daily'] {
  const above = (figure: Figure) => rows.filter((row) => row[figure] !== 0);
  return {
    rounds: Object.fromEntries(above(ofRounds).map((row) => [row.name, { rounds: row[ofRounds] }])),
    revenue: Object.fromEntries(above(ofRevenue).map((row) => [row.name, { revenue: row[ofRevenue] }])),
  };
}
