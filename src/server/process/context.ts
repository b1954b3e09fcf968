import type { Kysely } from 'kysely';
import type { Deadline } from '../database/driver/deadline.ts';
import type { LoadShedder, CallPermit } from '../load-shedding/load-shedder.ts';
import type { Rejections } from '../access/rejections.ts';
import type { Sessions } from '../access/sessions.ts';
import type { KeyRequests } from '../partners/key-requests.ts';
import type { Database } from '../database/open.ts';
import type { Pulse } from '../database/driver/pulse.ts';
import type { Tables } from '../database/tables.ts';
import type { Integrations } from '../../integrations/integrations.ts';
import type { Device } from '../access/device.ts';
import type { Live } from '../live/live.ts';
import type { Settings } from './settings.ts';
import type { StaffLevel } from '../../contract/wire.ts';

/** A database handle: the pool's or an open transaction's. Every query takes one as its first argument; none uses a global. */
export type Db = Kysely<Tables>;

/** The staff user who makes a call, with their browser and address. */
export type Staff = {
  id: number;
  name: string;
  email: string;
  level: StaffLevel;
  client: string;
  address: string;
};

/** A partner's program, identified by its key. */
export type Partner = {
  /** The id of the API user. */
  id: number;
  name: string;
  is_public_site: boolean;
  key_id: number;
  /** The actions that any of its course groups grants it, as ids of `api_actions`. */
  actions: number[];
  address: string;
};

/** The actor of a call: their name is on the records they make, and the operations they begin are theirs. */
export type Actor = Staff | Partner;
export const isPartner = (actor: Actor): actor is Partner => 'key_id' in actor;

/** The parts that the whole process shares. `db` here is the pool: inside a call use the context's own `db`. */
export type AppContext = {
  db: Db;
  /** The pool for work with a deadline: it waits at most that long in all, then throws NotReady. */
  dbWithin: (deadline: Deadline) => Db;
  /** The database for reports: see Database. */
  forReports: Database['forReports'];
  /** The replica that lists and reports may be read from: see src/server/replica. */
  replica: Database['replica'];
  /**
   * The connections for claimed operations that must be settled; only a server has separate ones. `forSettling` of
   * app-context.ts uses them.
   */
  forSettling: Database['forSettling'];
  /** Wakes timers; null if other processes write too, and timers poll. */
  commits: Database['commits'];
  /** The sessions of signed-in users. */
  sessions: Sessions;
  /** Limits how many calls run at once and decides which is next. */
  loadShedder: LoadShedder;
  /** The request counts of partners' keys. */
  keyRequests: KeyRequests;
  /** The rejections that are not in the audit yet. */
  rejections: Rejections;
  /** Knows if the database can serve. */
  pulse: Pulse;
  settings: Settings;
  integrations: Integrations;
  now: () => Date;
  /** Publishes changed topics to every screen; call it after the commit, never within it. */
  live: Live;
  /** Aborted once this process was told to stop: running work ends, nothing new should start. */
  stopping: AbortSignal;
  /** In a request: its remaining time for the database, and the same `AppContext` without that limit. */
  limit?: { deadline: Deadline; unlimited: AppContext };
  /** In a request: its permit. */
  permit?: CallPermit;
};

/** The context of a partner's call, which has no staff user. */
export type PartnerContext = Omit<Context, 'staff'> & { partner: Partner };

/** The part of a context that a change by a staff user needs. */
export type StaffContext = Pick<Context, 'app' | 'staff'>;

/** The context that every handler receives beside its checked input. */
export type Context<S = Staff> = {
  /** The call's transaction if it writes, else the pool. */
  db: Db;
  app: AppContext;
  staff: S;
  /** `Idempotency-Key` as sent, or null. */
  idempotencyKey: string | null;
  address: string;
  device: Device;
  /** The host name of the request, without its port. */
  host: string;
  /** Returns a signal that aborts when the caller goes away before the answer; for long work. */
  gone: () => AbortSignal;
  setHeader: (name: string, value: string) => void;
};
