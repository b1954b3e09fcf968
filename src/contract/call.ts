import type { z } from 'zod';
import type { PartnerAction } from './partners/partners.ts';
import type { LiveTopic } from './live/live-topics.ts';

/**
 * The people and programs that may make an HTTP call: anybody, any signed-in staff user, staff users of level
 * `admin`, or a partner's program.
 */
export type AccessLevel = 'public' | 'staff' | 'admin' | 'partner';

/**
 * The urgencies of HTTP calls, the most urgent first. `caller` is a call whose answer a customer on the phone waits
 * for; in an overload it is rejected last.
 */
export const CALL_URGENCIES = ['caller', 'record', 'list', 'report', 'background', 'partner'] as const;
/**
 * The urgency of an HTTP call. An `always` call is never rejected and never waits: the health check, and the event
 * stream that a browser keeps open.
 */
export type CallUrgency = (typeof CALL_URGENCIES)[number] | 'always';

/** The query with which the screen of a list opens. */
export type ListOpeningQuery = {
  sort?: readonly { name: string; desc: boolean }[];
  filters?: Readonly<Record<string, string>>;
  /**
   * The rows per page (30 by default) and the page sizes to choose from (-1 means all rows); 'none' for a short list
   * without a footer.
   */
  paging?: { size?: number; sizes: readonly number[] } | 'none';
  /** True if the screen's address may restrict the list to the current month or day (`monthly`), which is sent as `query_type`. */
  period?: true;
  /**
   * Set if the rows are counted only up to a `cap`; the cap is lower if one of these text columns is searched by
   * fewer than three letters.
   */
  capped?: readonly string[];
};

/** The usual limit for the bytes of a request's body: several times the largest form of a screen. */
export const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** An example of a request and its answer, for the API documentation. */
export type CallExample = { params?: object; query?: object; body?: object; answer: object };

/** The contract of one HTTP call: the server registers the call, the web application sends it, the documentation lists it. */
export type HttpCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}` | `/partner/v1/${string}`;
  access: AccessLevel;
  /** For a partner's HTTP call: a line of documentation, an example, and the action that a course group must grant, if any. */
  partner?: { action?: PartnerAction; says: string; example: CallExample };
  /** True if users with a temporary password may make this HTTP call; they may make no other calls. */
  withGivenPassword?: true;
  /**
   * True if users who lack a required second factor may make this HTTP call, besides the `withGivenPassword` calls;
   * they may make no other calls.
   */
  withoutSecondFactor?: true;
  /**
   * Set on a GET call that changes something and on a POST call that only reads; by default, every call except a GET
   * changes something.
   */
  writes?: boolean;
  /** The urgency of the HTTP call, unless it follows from the other properties (src/server/load-shedding/urgency.ts). */
  urgency?: CallUrgency;
  /** True if the HTTP call sums up many rows, so that a read replica may answer it, as it answers lists and counts. */
  sums?: true;
  /** True if the specification does not have this HTTP call. */
  ours?: true;
  /** Set if the handler opens its own transactions, because it calls an outside system between two of them. */
  transaction?: 'own';
  /**
   * Set if the body is sent as multipart: `image[course_id]` and `image[file]` become `{image: {course_id, file}}`.
   * If `streamed`, the file is the last part and the handler reads it while it arrives.
   */
  upload?: true | 'streamed';
  /**
   * The most bytes of the request's body, `DEFAULT_MAX_BODY_BYTES` by default; an uploaded file has a limit of its own, unless
   * it is streamed.
   */
  maxBytes?: number;
  /** Set if the answer is a stream of messages, each in the form of `answer`, until the client or the server ends it. */
  stream?: true;
  /** True if the answer is a workbook (.xlsx), which is sent while it is being written. */
  file?: true;
  /** The topics that the HTTP call changes; they are published to the screens once the call is committed. */
  changes?: readonly LiveTopic[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The names by which a list can be filtered and sorted, in `filters` and `sort_fields` of its query; `follows` is
   * the topic on which its screen reloads the list.
   */
  list?: {
    filters: readonly string[];
    sorts: readonly string[];
    opens?: ListOpeningQuery;
    follows?: LiveTopic;
  };
  /**
   * The leading keys of the body that are left out of field names: with `['booking', 'tee_time']`, errors of
   * `booking.tee_time.players` are reported for `players`.
   */
  envelope?: readonly string[];
  /** The schema of the answer on success (status 200). */
  answer: z.ZodType;
  /** The schema of the answer while the outcome is unknown (status 202). */
  pending?: z.ZodType;
};

/** Defines an HTTP call and keeps its exact type. */
export const defineCall = <const C extends HttpCall>(c: C): C => c;

/** Returns true if an HTTP call changes something: by its method, unless the property `writes` says otherwise. */
export const changesData = (c: HttpCall): boolean => c.writes ?? c.method !== 'GET';

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: S } : {};
type Parts<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;
type In<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.input<T[K]> : never };
type Out<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.output<T[K]> : never };

/** The input of an HTTP call as the web application sends it. */
export type CallInput<C extends HttpCall> = In<Parts<C>>;
/** The input of an HTTP call as its handler receives it, after validation. */
export type CheckedCallInput<C extends HttpCall> = Out<Parts<C>>;
/** The answer of an HTTP call, as the web application reads it. */
export type CallAnswer<C extends HttpCall> = z.output<C['answer']>;
/** The answer of an HTTP call with status 202, while its outcome is unknown. */
export type PendingCallAnswer<C extends HttpCall> = C extends { pending: infer P extends z.ZodType }
  ? z.output<P>
  : never;

/** An HTTP call that answers a list, which can be filtered and sorted by the names in its contract. */
export type ListCall = HttpCall & { list: object; answer: z.ZodType<object[]> };
/** One row in the answer of a list. */
export type ListRow<C extends ListCall> = CallAnswer<C>[number];
export type ListFilterName<C extends HttpCall> = NonNullable<C['list']>['filters'][number];
export type ListSortName<C extends HttpCall> = NonNullable<C['list']>['sorts'][number];
