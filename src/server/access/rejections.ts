import type { FastifyRequest } from 'fastify';
import {
  errorToHttpAnswer,
  SecondFactorRequired,
  Forbidden,
  PasswordChangeRequired,
  SecondFactorSetupRequired,
  SignedOut,
  TooManyRequests,
} from '../http/errors.ts';
import { clientAddress } from './device.ts';

/** A rejected call or failed sign-in, as the audit records it. */
export type Rejection = {
  /** The name of a staff user or a partner; `Somebody` if the caller is unknown. */
  made_by: string;
  address: string | null;
  action: 'was refused' | 'could not sign in';
  subject: 'call' | 'ric_user';
  subject_id: number | null;
  /** Details of the rejection: the call and its status, or the cause of a failed sign-in; never a text that a person typed. */
  after: Record<string, string | number>;
};
/** Equal rejections of one minute; `times` counts those that are not in the audit yet. */
export type RejectionCount = Rejection & { times: number; minute: string };

type Kind = Rejection['action'] | 'signed out';
type Group = { refusal: Rejection; minute: number; count: number; written: number; least: number };

export const UNKNOWN_CALLER = 'Somebody';
const MINUTE_MS = 60_000;
/**
 * The most groups of each kind that the audit gets in a minute, so that a flood of rejections cannot fill it; a group
 * has at most two entries.
 */
const MOST_IN_A_MINUTE = 50;
/** The most groups that are kept in memory while the database is unavailable. */
const MOST_KEPT = 1_000;
/** The least number of signed-out calls worth an audit entry: every screen left open overnight is rejected in the morning. */
const LEAST_SIGNED_OUT = 10;

/**
 * The rejections that this process has not written to the audit yet. Equal rejections of the same minute form a
 * group: the first is due at once, the others together when the minute is over. Beyond the most groups, the rest are
 * counted under one name for all others.
 */
export class PendingRejections {
  readonly #groups = new Map<string, Group>();
  readonly #inMinute = new Map<Kind, { minute: number; groups: number }>();

  note(refusal: Rejection, now: Date, kind: Kind = refusal.action): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const group = this.#groups.get(keyOf(refusal, minute)) ?? this.#begin(refusal, minute, kind);
    group.count += 1;
  }

  #begin(refusal: Rejection, minute: number, kind: Kind): Group {
    const begun = this.#inMinute.get(kind);
    const groups = begun?.minute === minute ? begun.groups : 0;
    if (groups >= MOST_IN_A_MINUTE || this.#groups.size >= MOST_KEPT)
      return this.#keep({ refusal: othersOf(kind), minute, least: 1 });
    this.#inMinute.set(kind, { minute, groups: groups + 1 });
    return this.#keep({ refusal, minute, least: kind === 'signed out' ? LEAST_SIGNED_OUT : 1 });
  }

  #keep(begun: Pick<Group, 'refusal' | 'minute' | 'least'>): Group {
    const key = keyOf(begun.refusal, begun.minute);
    const group = this.#groups.get(key) ?? { ...begun, count: 0, written: 0 };
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the rejections to write to the audit now; at the end of the process, all that are left. */
  due(now: Date, isEnd = false): RejectionCount[] {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    return [...this.#groups.values()].flatMap((group) => {
      const { refusal, count, written, least } = group;
      const isDue = isEnd || group.minute < minute || written === 0;
      const isWorth = count > written && count >= least;
      return isDue && isWorth ? [{ ...refusal, times: count - written, minute: timeOf(group) }] : [];
    });
  }

  /** Marks these rejections as written to the audit and drops the groups whose minute is over. */
  written(counted: readonly RejectionCount[], now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    for (const { times, minute: of, ...refusal } of counted) {
      const group = this.#groups.get(keyOf(refusal, Date.parse(of) / MINUTE_MS));
      if (group) group.written += times;
    }
    for (const [key, { minute: of, count, written, least }] of this.#groups)
      if (of < minute && (count === written || count < least)) this.#groups.delete(key);
  }
}

const keyOf = (refusal: Rejection, minute: number): string => `${minute} ${JSON.stringify(refusal)}`;
const timeOf = ({ minute }: Group): string => new Date(minute * MINUTE_MS).toISOString();

const othersOf = (kind: Kind): Rejection => ({
  made_by: UNKNOWN_CALLER,
  address: null,
  subject: 'call',
  subject_id: null,
  action: kind === 'signed out' ? 'was refused' : kind,
  after: { why: kind === 'signed out' ? 'others, signed out' : 'others' },
});

type Noting = { rejections: PendingRejections; now: () => Date };

const KNOWN = new WeakMap<FastifyRequest, string>();
/** Remembers the name of the person or partner who made a request, in case the request is rejected. */
export const rememberCaller = (request: FastifyRequest, { name }: { name: string }): void =>
  void KNOWN.set(request, name);
/** Returns the name of the person or partner who made a request, once that is known. */
export const callerName = (request: FastifyRequest): string | undefined => KNOWN.get(request);

/**
 * Records an error that rejects a call (forbidden, signed out, too many requests) for the audit. A failed sign-in is
 * recorded by the sign-in itself.
 */
export function noteRejection({ rejections, now }: Noting, request: FastifyRequest, error: unknown): void {
  if (!isRefusal(error)) return;
  const { url: call, config } = request.routeOptions;
  const { status } = errorToHttpAnswer(error, 'UTC') ?? { status: 0 };
  if (call === undefined || (error instanceof SignedOut && config.called?.access === 'public')) return;
  const refusal: Rejection = {
    made_by: callerName(request) ?? UNKNOWN_CALLER,
    address: clientAddress(request),
    action: 'was refused',
    subject: 'call',
    subject_id: null,
    after: { call: `${request.method} ${call}`, status },
  };
  rejections.note(refusal, now(), error instanceof SignedOut ? 'signed out' : 'was refused');
}

/** Returns true for a rejection. An error that asks for the next step of a sign-in (new password, second factor, code) is none. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof Forbidden || error instanceof SignedOut || error instanceof TooManyRequests) &&
  !(
    error instanceof PasswordChangeRequired ||
    error instanceof SecondFactorSetupRequired ||
    error instanceof SecondFactorRequired
  );
