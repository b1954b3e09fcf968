import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly } from '../../contract/wire.ts';

/** The boxes of the leaderboard, which select staff users by level; an admin counts as SDGR. */
export const BOXES = ['sdgr', 'psgr', 'hotels'] as const;
const Ticked = z.boolean('must be true or false').default(true);
const AgentFilter = z.object({ sdgr: Ticked, psgr: Ticked, hotels: Ticked });
export type AgentFilter = z.output<typeof AgentFilter>;

const Box = z.enum(BOXES);
export type Box = z.infer<typeof Box>;

/** By the staff user's name; users without a name are left out. */
const Board = z.object({
  rounds: z.record(z.string(), z.object({ rounds: z.number() })),
  revenue: z.record(z.string(), z.object({ revenue: Cents })),
});
/** Not in the specification: the box of each name on it; for a name in several boxes, that of the user's present level. */
const Leaderboard = z.object({ daily: Board, monthly: Board, boxes: z.record(z.string(), Box) });
export type LeaderboardFigures = z.output<typeof Leaderboard>;

/** The things that need attention in the morning. */
const ToDo = z.object({
  /** The names of courses whose course system needs attention. */
  sources: z.array(z.string()),
  /** Leads with an open time that has room for them. */
  callers: z.number(),
  /** E-mails that could not be delivered, until they are sent again or their notice is dismissed. */
  letters: z.number(),
  /** Large refunds by others, until somebody has checked them and dismissed their notice. */
  refunds: z.number(),
  /** Refunds of others that wait for this admin's approval; 0 for anybody else. */
  approvals: z.number(),
});
export type ToDo = z.output<typeof ToDo>;

const BoardAsked = z.object({
  date: DateOnly,
  agentFilter: AgentFilter.default({ sdgr: true, psgr: true, hotels: true }),
});

// prettier-ignore
export const home = {
  agentLeaderboard: call({ method: 'POST', path: '/api/summary/agent_leaderboard', access: 'staff', sums: true, writes: false, body: BoardAsked, answer: Leaderboard }),
  toDo:             call({ method: 'GET',  path: '/api/summary/to_do',             access: 'staff', sums: true, ours: true, answer: ToDo }),
};
