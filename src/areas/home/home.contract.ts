import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly } from '../../contract/wire.ts';

/** The check boxes of the leaderboard, which select staff users by access level; an admin counts as SDGR. */
export const LEADERBOARD_BOXES = ['sdgr', 'psgr', 'hotels'] as const;
const Ticked = z.boolean('must be true or false').default(true);
const AgentFilter = z.object({ sdgr: Ticked, psgr: Ticked, hotels: Ticked });
export type AgentFilter = z.output<typeof AgentFilter>;

const Box = z.enum(LEADERBOARD_BOXES);
export type LeaderboardBox = z.infer<typeof Box>;

/** The values by staff user's name; users without a name are left out. */
const Board = z.object({
  rounds: z.record(z.string(), z.object({ rounds: z.number() })),
  revenue: z.record(z.string(), z.object({ revenue: Cents })),
});
/** Not in the specification: `boxes` has the check box of each name; for a name in several boxes, the box of the present level. */
const Leaderboard = z.object({ daily: Board, monthly: Board, boxes: z.record(z.string(), Box) });
export type LeaderboardFigures = z.output<typeof Leaderboard>;

/** The numbers of problems that need attention in the morning. */
const ToDo = z.object({
  /** The names of courses whose scraping needs attention. */
  sources: z.array(z.string()),
  /** The number of leads with an open time that fits their party. */
  callers: z.number(),
  /** The number of e-mails that could not be delivered and were neither sent again nor dismissed. */
  letters: z.number(),
  /** The number of large refunds by other staff users that nobody has checked yet by dismissing the notice. */
  refunds: z.number(),
  /** The number of refund requests by others that wait for this admin's approval; 0 for other staff users. */
  approvals: z.number(),
});
export type ToDo = z.output<typeof ToDo>;

const BoardAsked = z.object({
  date: DateOnly,
  agentFilter: AgentFilter.default({ sdgr: true, psgr: true, hotels: true }),
});

// prettier-ignore
export const home = {
  agentLeaderboard: defineCall({ method: 'POST', path: '/api/summary/agent_leaderboard', access: 'staff', sums: true, writes: false, body: BoardAsked, answer: Leaderboard }),
  toDo:             defineCall({ method: 'GET',  path: '/api/summary/to_do',             access: 'staff', sums: true, ours: true, answer: ToDo }),
};
