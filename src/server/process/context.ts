import type { Kysely } from 'kysely';
import type { Deadline } from '../database/driver/deadline.ts';
import type { LoadShedder, Permit } from '../load-shedding/load-shedder.ts';
import type { Refusals } from '../access/refusals.ts';
import type { Sessions } from '../access/sessions.ts';
import type { KeyRequests } from '../partners/key-requests.ts';
import type { Database } from '../database/open.ts';
import type { Pulse } from '../database/driver/pulse.ts';
import type { Tables } from '../database/tables.ts';
import type { Outside } from '../../outside/outside.ts';
import type { Device } from '../access/device.ts';
import type { Live } from '../live/live.ts';
import type { Settings } from './settings.ts';
import type { StaffLevel } from '../../contract/wire.ts';

/** A database handle: the pool's or an open transaction's. Every query takes one first; none reaches for a global. */
export type Db = Kysely<Tables>;

/** The staff user who makes a call, with the browser and the address that they make it from. */
export type Staff = {
  id: number;
  name: string;
  email: string;
  level: StaffLevel;
  client: string;
  address: string;
};

/** A partner's program, by the key that it asks with. */
export type Partner = {
  /** The API user's. */
  id: number;
  name: string;
  is_public_site: boolean;
  key_id: number;
  /** What any of its course groups grants it, as ids of `api_actions`. */
  actions: number[];
  address: string;
};

/** Whoever acts: what they make names them, and what they begin is theirs. */
export type Actor = Staff | Partner;
export const isPartner = (actor: Actor): actor is Partner => 'key_id' in actor;

/** What the whole process shares. `db` here is the pool: inside a call use the context's own `db`. */
export type Desk = {
  db: Db;
  /** The pool for work that waits at most so long for it in all, then NotReady. */
  dbWithin: (deadline: Deadline) => Db;
  /** Where reports are read: see Database. */
  forReports: Database['forReports'];
  /** What lists and reports may be read from: see src/server/replica. */
  replica: Database['replica'];
  /** For what is claimed and must be settled: a server's connections of their own. `forSettling` of desk.ts uses them. */
  forSettling: Database['forSettling'];
  /** Wakes timers; null where other processes write too, and timers poll. */
  commits: Database['commits'];
  /** Who is signed in where. */
  sessions: Sessions;
  /** How many calls are at work at once, and who comes next. */
  loadShedder: LoadShedder;
  /** How often partners' keys ask. */
  keyRequests: KeyRequests;
  /** What was refused, until it is written down. */
  refusals: Refusals;
  /** Whether the database can serve. */
  pulse: Pulse;
  settings: Settings;
  outside: Outside;
  now: () => Date;
  /** Tells every screen of the company what is different now; after the commit, never within it. */
  live: Live;
  /** Aborted once this process was told to stop: what is at work ends, nothing new should come. */
  stopping: AbortSignal;
  /** Of a request: how long it may still wait for the database, and the desk without that limit. */
  limit?: { deadline: Deadline; unlimited: Desk };
  /** Of a request: its permit among those at work. */
  permit?: Permit;
};

/** What a partner's call receives instead of a staff user. */
export type PartnerContext = Omit<Context, 'staff'> & { partner: Partner };

/** What every handler receives beside its checked input. */
export type Context<S = Staff> = {
  /** The call's transaction where it writes, else the pool. */
  db: Db;
  desk: Desk;
  staff: S;
  /** `Idempotency-Key` as sent, or null. */
  idempotencyKey: string | null;
  address: string;
  device: Device;
  /** The host name that the browser asked, without its port. */
  host: string;
  /** Aborts when whoever asks goes away before the answer: for what takes long. */
  gone: () => AbortSignal;
  setHeader: (name: string, value: string) => void;
};
