import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { StaffLevel } from '../../contract/wire.ts';
import type { AppContext, Staff } from '../process/context.ts';
import { PasswordChangeRequired, SecondFactorSetupRequired, SignedOut } from '../http/errors.ts';
import { clientAddress } from './device.ts';
import type { Session } from './sessions.ts';

/** Returns the SHA-256 hash that the database stores in place of a secret token (of a session, a trusted device or an API key). */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type How = {
  /** True for an HTTP call that a person made; a screen's background refresh does not count as a person's input. */
  isInput?: boolean;
  /** Admits a user with a temporary password, who must replace it before any other call. */
  withGivenPassword?: boolean | undefined;
  /** Admits a user who has not set up the required second factor. */
  withoutSecondFactor?: boolean | undefined;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LONGEST_UNNOTED_MS = 60_000;

/**
 * Returns the signed-in staff user whom the headers access-token, uid and client identify; throws SignedOut,
 * PasswordChangeRequired or SecondFactorSetupRequired.
 */
export async function requireSignedInStaff(
  app: AppContext,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
  { isInput = request.headers['x-background'] === undefined, ...how }: How = {},
): Promise<Staff> {
  const { token, uid, client } = shownIn(request.headers);
  const found = await app.sessions.load(client);
  if (
    !found ||
    !sameHash(found.token_hash, hashToken(token)) ||
    found.email.toLowerCase() !== uid.toLowerCase()
  ) {
    throw new SignedOut();
  }
  if (isOver(app, found)) throw new SignedOut();
  refuseUnready(found, how);
  const idleMs = app.now().getTime() - Date.parse(found.last_input_at);
  if (isInput && idleMs > notedEveryMs(app)) await noteInput(app, client);
  const { id, name, email, level } = found;
  return { id, name, email, level, client, address: clientAddress(request) };
}

/** Rejects a user who must choose a password or set up a second factor first, unless the call admits such users. */
function refuseUnready(found: Session, { withGivenPassword, withoutSecondFactor }: How) {
  if (withGivenPassword) return;
  if (found.has_given_password) throw new PasswordChangeRequired();
  if (!found.has_second_factor && !withoutSecondFactor) throw new SecondFactorSetupRequired();
}

/** Reads the session's credentials from the request headers; throws SignedOut if the credentials cannot belong to a session. */
function shownIn({ 'access-token': token, uid, client }: FastifyRequest['headers']) {
  if (
    typeof token !== 'string' ||
    typeof uid !== 'string' ||
    typeof client !== 'string' ||
    !UUID.test(client)
  ) {
    throw new SignedOut();
  }
  return { token, uid, client };
}

/** Returns how long a session lasts without a person's input, in milliseconds. */
export const sessionIdleLimitMs = ({ settings }: Pick<AppContext, 'settings'>): number =>
  settings.sessionIdleMinutes * 60_000;

/**
 * The shortest time between two records of a person's input: long enough to save a write at most calls, and well
 * within the idle limit.
 */
const notedEveryMs = (app: AppContext): number => Math.min(LONGEST_UNNOTED_MS, sessionIdleLimitMs(app) / 10);

function isOver(app: AppContext, { last_input_at, expires_at }: Session): boolean {
  const at = app.now().getTime();
  return Date.parse(expires_at) <= at || at - Date.parse(last_input_at) > sessionIdleLimitMs(app);
}

/** Returns the sessions among these `client` ids that are still open, each with the current access level of its staff user. */
export async function findOpenSessions(app: AppContext, clients: string[]): Promise<Map<string, StaffLevel>> {
  const found = await Promise.all(clients.map((client) => app.sessions.load(client)));
  return new Map(
    found.flatMap((session) => (session && !isOver(app, session) ? [[session.client, session.level]] : [])),
  );
}

const sameHash = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function noteInput(app: AppContext, client: string): Promise<void> {
  await sql`update sign_ins set last_input_at = ${app.now().toISOString()} where client = ${client}`.execute(
    app.db,
  );
}
