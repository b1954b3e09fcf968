import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents } from '../../contract/money.ts';
import { DateOnly } from '../../contract/wire.ts';

/** The boxes of the leaderboard: which staff users it has, by their level; an admin counts as SDGR. */
export const BOXES = ['sdgr', 'psgr', 'hotels'] as const;
const Ticked = z.boolean('must be true or false').default(true);
const AgentFilter = z.object({ sdgr: Ticked, psgr: Ticked, hotels: Ticked });
export type AgentFilter = z.output<typeof AgentFilter>;

const Box = z.enum(BOXES);
export type Box = z.infer<typeof Box>;

/** By the staff user's name; who has none is not in it. */
const Board = z.object({
  rounds: z.record(z.string(), z.object({ rounds: z.number() })),
  revenue: z.record(z.string(), z.object({ revenue: Cents })),
});
/** Beside what is specified, the box of each name on it: of who has several, the one of today. */
const Leaderboard = z.object({ daily: Board, monthly: Board, boxes: z.record(z.string(), Box) });
export type Leaderboard = z.output<typeof Leaderboard>;

/** What somebody has to see to, as one finds it in the morning. */
const ToDo = z.object({
  /** Courses whose system needs somebody, by name. */
  sources: z.array(z.string()),
  /** Leads that wait for a time that is open now and has room for them. */
  callers: z.number(),
  /** Letters that could not be delivered, until they are sent again or their notice is dismissed. */
  letters: z.number(),
  /** Large refunds of others, until somebody has looked at them and dismissed their notice. */
  refunds: z.number(),
  /** Refunds of others that wait for this admin's approval; of anybody else none do. */
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
