import type { z } from 'zod';
import type { PartnerAction } from './partners/partners.ts';
import type { LiveTopic } from './wire.ts';

/** The callers of a call: anybody, any signed-in staff user, staff users of level `admin`, or a partner's program. */
export type AccessLevel = 'public' | 'staff' | 'admin' | 'partner';

/**
 * The urgencies of calls, the most urgent first: what a caller on the phone waits for is rejected last when there are too many
 * calls.
 */
export const URGENCIES = ['caller', 'record', 'list', 'report', 'background', 'partner'] as const;
/** `always` is never rejected and never waits: the health call, and the stream that a browser has open. */
export type Urgency = (typeof URGENCIES)[number] | 'always';

/** The query with which a list's screen opens. */
export type OpeningQuery = {
  sort?: readonly { name: string; desc: boolean }[];
  filters?: Readonly<Record<string, string>>;
  /** Rows on a page (30 by default), and the sizes to choose from (-1 means all); 'none' is a short list without a footer. */
  paging?: { size?: number; sizes: readonly number[] } | 'none';
  /** `monthly` in the screen's address requests the current month or day, as `query_type`. */
  period?: true;
  /** Counting stops at a `cap`, which is lower if these texts are searched by fewer than three letters. */
  capped?: readonly string[];
};

/** The most bytes of a body: several times the largest form of a screen. */
export const USUAL_BYTES = 256 * 1024;

/** An example of input and answer, as the document shows it. */
export type Example = { params?: object; query?: object; body?: object; answer: object };

/** The contract of one HTTP call; the server registers it, the web sends it, the docs print it. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}` | `/partner/v1/${string}`;
  access: AccessLevel;
  /** For a partner's call: a line that says what it does, an example, and the action that a course group has to grant, if any. */
  partner?: { action?: PartnerAction; says: string; example: Example };
  /** True if users with a temporary password may call it; they may make no other calls. */
  withGivenPassword?: true;
  /** True if users without a required second factor may call it, as they may every `withGivenPassword` call, but no others. */
  withoutSecondFactor?: true;
  /** Named on GET calls that change something and on POST calls that only read; otherwise all but GET write. */
  writes?: boolean;
  /** Its urgency, unless it follows from the rest (src/server/load-shedding/urgency.ts). */
  urgency?: Urgency;
  /** It sums up many rows, as lists and counts do anyway: a replica answers it, if there is one. */
  sums?: true;
  /** Not in the specification. */
  ours?: true;
  /** The handler opens its own transactions, because it talks to an integration between them. */
  transaction?: 'own';
  /**
   * Sent as multipart: `image[course_id]` and `image[file]` become the body `{image: {course_id, file}}`. If `streamed`, the file
   * comes last and the handler reads it as it arrives.
   */
  upload?: true | 'streamed';
  /** The most bytes of its body, `USUAL_BYTES` by default; an uploaded file has its own maximum, unless it is streamed. */
  maxBytes?: number;
  /** The answer is a stream of messages, each in the form of `answer`, until either side ends it. */
  stream?: true;
  /** The answer is a workbook (.xlsx), a file whose bytes are sent while it is written. */
  file?: true;
  /** The topics that it changes for everybody who views them, published once the call is committed. */
  changes?: readonly LiveTopic[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The names that a list filters and sorts by, in `filters` and `sort_fields` of its query; `follows` is the topic that changes
   * it.
   */
  list?: { filters: readonly string[]; sorts: readonly string[]; opens?: OpeningQuery; follows?: LiveTopic };
  /**
   * Leading keys of the body that are no part of a field's name: `['booking', 'tee_time']` makes `players` of
   * `booking.tee_time.players`.
   */
  envelope?: readonly string[];
  /** The answer on success (status 200). */
  answer: z.ZodType;
  /** The answer while the outcome is unknown (status 202). */
  pending?: z.ZodType;
};

/** Defines one HTTP call, keeping its exact type. */
export const call = <const C extends Call>(c: C): C => c;

/** Returns true if a call changes something, by its method unless it says otherwise. */
export const writes = (c: Call): boolean => c.writes ?? c.method !== 'GET';

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: S } : {};
type Parts<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;
type In<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.input<T[K]> : never };
type Out<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.output<T[K]> : never };

/** The input as the web sends it. */
export type CallInput<C extends Call> = In<Parts<C>>;
/** The input as a handler receives it, after checking. */
export type CheckedInput<C extends Call> = Out<Parts<C>>;
/** The answer of a handler, as the web reads it. */
export type Answer<C extends Call> = z.output<C['answer']>;
/** The answer with 202 while an outcome is unknown. */
export type Pending<C extends Call> = C extends { pending: infer P extends z.ZodType } ? z.output<P> : never;

/** A call that answers a list, filtered and sorted by the names in its contract. */
export type ListCall = Call & { list: object; answer: z.ZodType<object[]> };
/** One row of a list. */
export type RowOf<C extends ListCall> = Answer<C>[number];
export type FilterOf<C extends Call> = NonNullable<C['list']>['filters'][number];
export type SortOf<C extends Call> = NonNullable<C['list']>['sorts'][number];
