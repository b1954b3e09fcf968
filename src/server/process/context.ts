import type { Kysely } from 'kysely';
import type { DatabaseDeadline } from '../database/driver/deadline.ts';
import type { LoadShedder, CallPermit } from '../load-shedding/load-shedder.ts';
import type { PendingRejections } from '../access/rejections.ts';
import type { SessionLoader } from '../access/sessions.ts';
import type { ApiKeyRequestCounter } from '../partners/key-requests.ts';
import type { Database } from '../database/open.ts';
import type { DatabaseHealth } from '../database/driver/pulse.ts';
import type { Tables } from '../database/tables.ts';
import type { Integrations } from '../../integrations/integrations.ts';
import type { BrowserDevice } from '../access/device.ts';
import type { LiveEvents } from '../live/live.ts';
import type { Settings } from './settings.ts';
import type { StaffLevel } from '../../contract/wire.ts';

/**
 * A database handle: the connection pool's or an open transaction's. Every query takes a handle as its first
 * argument; no query uses a global one.
 */
export type Db = Kysely<Tables>;

/** The staff user who makes an HTTP call, with their browser and address. */
export type Staff = {
  id: number;
  name: string;
  email: string;
  level: StaffLevel;
  client: string;
  address: string;
};

/** A partner's program that makes an HTTP call, identified by its API key. */
export type Partner = {
  /** The id of the partner (API user). */
  id: number;
  name: string;
  is_public_site: boolean;
  key_id: number;
  /** The actions that any of the partner's course groups grants, as ids of `api_actions`. */
  actions: number[];
  address: string;
};

/**
 * The staff user or partner who makes an HTTP call: their name is on the records they change, and the operations they
 * begin belong to them.
 */
export type Actor = Staff | Partner;
export const isPartner = (actor: Actor): actor is Partner => 'key_id' in actor;

/**
 * The parts that the whole process shares. `db` here is the connection pool; code that serves an HTTP call uses the
 * `db` of the call's context.
 */
export type AppContext = {
  db: Db;
  /** Returns the connection pool with a deadline: its work waits at most that long in all, then throws ServiceUnavailable. */
  dbWithin: (deadline: DatabaseDeadline) => Db;
  /** The database connections for reports; see the type Database. */
  forReports: Database['forReports'];
  /** The read replica for lists and reports; see src/server/replica. */
  replica: Database['replica'];
  /**
   * The connections for settling claimed operations; only a server has separate ones. Use them through the function
   * `contextForSettling` of app-context.ts.
   */
  forSettling: Database['forSettling'];
  /** Reports commits, which wake timers; null if other processes write to the database too, so that timers poll. */
  commits: Database['commits'];
  /** The sessions of signed-in users. */
  sessions: SessionLoader;
  /** Limits how many HTTP calls run at once and decides which is next. */
  loadShedder: LoadShedder;
  /** Counts the requests of partners' API keys. */
  keyRequests: ApiKeyRequestCounter;
  /** The rejected calls and sign-ins that are not in the audit yet. */
  rejections: PendingRejections;
  /** Reports if the database can serve. */
  pulse: DatabaseHealth;
  settings: Settings;
  integrations: Integrations;
  now: () => Date;
  /** Publishes changed topics to every screen; call it after the commit, never within it. */
  live: LiveEvents;
  /** Aborted when the process has been told to stop: running work ends, and no new work should start. */
  stopping: AbortSignal;
  /** In a request: the time it may still wait for the database, and the `AppContext` without that limit. */
  limit?: { deadline: DatabaseDeadline; unlimited: AppContext };
  /** In a request: the permit by which it runs. */
  permit?: CallPermit;
};

/** The context of an HTTP call by a partner, which has no staff user. */
export type PartnerContext = Omit<CallContext, 'staff'> & { partner: Partner };

/** The part of the call's context that a change by a staff user needs. */
export type StaffContext = Pick<CallContext, 'app' | 'staff'>;

/** The context of an HTTP call, which every handler receives with the validated input. */
export type CallContext<S = Staff> = {
  /** The transaction of the call if it writes, else the connection pool. */
  db: Db;
  app: AppContext;
  staff: S;
  /** The header Idempotency-Key as sent, or null. */
  idempotencyKey: string | null;
  address: string;
  device: BrowserDevice;
  /** The host name of the request, without its port. */
  host: string;
  /** Returns a signal that aborts when the client goes away before the answer; for handlers that work long. */
  gone: () => AbortSignal;
  setHeader: (name: string, value: string) => void;
};
