import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../../src/areas/session/session.queries.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import type { StaffLevel } from '../../src/contract/wire.ts';
import {
  callUrl,
  type ReceivedAnswer,
  type HeaderFields,
  type AnyCallInput,
  type TestApp,
} from '../support/app.ts';
import { aStaffUser } from '../support/factories.ts';

/** The damage that one repetition of a race showed, as sentences. */
export type RaceDamage = { lost: string[]; doubled: string[] };

export const noDamage = (): RaceDamage => ({ lost: [], doubled: [] });

/** Compares a number with the expected one: records a smaller number as lost, a larger one as doubled. */
export function compareCounts(
  damage: RaceDamage,
  what: string,
  { is, must }: { is: number; must: number },
): void {
  if (is < must) damage.lost.push(`${what}: ${is} instead of ${must}`);
  if (is > must) damage.doubled.push(`${what}: ${is} instead of ${must}`);
}

export const isDamaged = ({ lost, doubled }: RaceDamage): boolean => lost.length + doubled.length > 0;

/** Sends an HTTP call over a connection, with further headers if given. */
export type SignedInCaller = (
  called: HttpCall,
  sent?: AnyCallInput,
  more?: HeaderFields,
) => Promise<ReceivedAnswer>;

/** Starts the application on its own port; returns a function that sends calls to it. */
export async function startListening(app: TestApp): Promise<SignedInCaller> {
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return async (called, { params, query, body } = {}, headers = {}) => {
    const response = await fetch(origin + callUrl(called, { params, query }), {
      method: called.method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: await response.json(),
      headers: Object.fromEntries(response.headers),
    };
  };
}

/** Creates this many staff users of an access level and returns their signed-in sessions. */
export async function signInCrowd(
  app: TestApp,
  send: SignedInCaller,
  { count, level }: Crowd,
): Promise<SignedInCaller[]> {
  const { db } = app;
  const sessions: SignedInCaller[] = [];
  while (sessions.length < count) {
    const { id, email } = await aStaffUser(db, { level });
    const { token, client } = await openSession(db, id, { now: app.context.now(), hours: 12 });
    const headers = { 'access-token': token, uid: email, client };
    sessions.push((called, sent, more) => send(called, sent, { ...headers, ...more }));
  }
  return sessions;
}
type Crowd = { count: number; level: StaffLevel };

/** Retries like a person while the answer says that another request is still running. */
export async function retryUntilSettled(ask: () => Promise<ReceivedAnswer>): Promise<ReceivedAnswer> {
  for (;;) {
    const answered = await ask();
    const isBusy = answered.status === 409 || answerMessage(answered).startsWith('Another cancellation');
    if (!isBusy) return answered;
    await pause(5 + Math.random() * 10);
  }
}

export const answerMessage = ({ body }: ReceivedAnswer): string =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';

/** Returns the field that a 422 answer names first. */
export function rejectedField({ status, body }: ReceivedAnswer): string | undefined {
  if (status !== 422 || typeof body !== 'object' || body === null || !('errors' in body)) return undefined;
  return Object.keys(body.errors ?? {})[0];
}
