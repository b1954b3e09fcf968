import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { StaffLevel } from '../../contract/wire.ts';
import type { Desk, Staff } from '../process/context.ts';
import { PREPARED } from '../database/prepared.ts';
import { PasswordGiven, SignedOut } from '../http/errors.ts';
import { addressOf } from './device.ts';

/** What the database keeps of a token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Ends = { last_input_at: string; expires_at: string };
type SignedIn = Omit<Staff, 'client' | 'address'> & {
  token_hash: string;
  has_given_password: boolean;
} & Ends;
type How = {
  /** Whether a person made the call: a background refresh is no input. */
  isInput?: boolean;
  /** Whether somebody may make it who has yet to replace the password that an admin gave them. */
  withGivenPassword?: boolean | undefined;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOTE_INPUT_EVERY_MS = 60_000;

/** The staff user behind the headers access-token, uid and client; SignedOut or PasswordGiven. */
export async function signedIn(
  desk: Desk,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
  { isInput = request.headers['x-background'] === undefined, withGivenPassword = false }: How = {},
): Promise<Staff> {
  const { token, uid, client } = shownIn(request.headers);
  const { rows } = await sql<SignedIn>`${PREPARED}
    select u.id, u.name, u.email, u.level, u.has_given_password, s.token_hash, s.last_input_at, s.expires_at
    from sign_ins s join staff_users u on u.id = s.staff_user_id
    where s.client = ${client} and s.ended_at is null and u.removed_at is null`.execute(desk.db);
  const [found] = rows;
  if (
    !found ||
    !sameHash(found.token_hash, hashOfToken(token)) ||
    found.email.toLowerCase() !== uid.toLowerCase()
  ) {
    throw new SignedOut();
  }
  if (isOver(desk, found)) throw new SignedOut();
  if (found.has_given_password && !withGivenPassword) throw new PasswordGiven();
  const idleMs = desk.now().getTime() - Date.parse(found.last_input_at);
  if (isInput && idleMs > NOTE_INPUT_EVERY_MS) await noteInput(desk, client);
  const { id, name, email, level } = found;
  return { id, name, email, level, client, address: addressOf(request) };
}

/** What a caller shows of themselves, or SignedOut where they show nothing that a session could have. */
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

function isOver({ now, settings }: Desk, { last_input_at, expires_at }: Ends): boolean {
  const at = now().getTime();
  return (
    Date.parse(expires_at) <= at || at - Date.parse(last_input_at) > settings.sessionIdleMinutes * 60_000
  );
}

/** Which of these sessions still stand, by `client`, and the level of each one's staff user now. */
export async function openSessions(desk: Desk, clients: string[]): Promise<Map<string, StaffLevel>> {
  const { rows } = await sql<{ client: string; level: StaffLevel } & Ends>`
    select s.client, u.level, s.last_input_at, s.expires_at
    from sign_ins s join staff_users u on u.id = s.staff_user_id
    where s.client = any(${clients}) and s.ended_at is null and u.removed_at is null`.execute(desk.db);
  return new Map(rows.filter((row) => !isOver(desk, row)).map(({ client, level }) => [client, level]));
}

const sameHash = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function noteInput(desk: Desk, client: string): Promise<void> {
  await sql`update sign_ins set last_input_at = ${desk.now().toISOString()} where client = ${client}`.execute(
    desk.db,
  );
}
