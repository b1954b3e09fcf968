import type { z } from 'zod';
import type { PartnerAction } from './partners/partners.ts';
import type { Topic } from './wire.ts';

/** Who may make a call: anybody, any signed-in staff user, staff users of level `admin`, or a partner's program. */
export type Access = 'public' | 'staff' | 'admin' | 'partner';

/** How urgent calls are, the most urgent first, which are refused last when there are too many: what a caller on the phone waits for. */
export const URGENCIES = ['caller', 'record', 'list', 'report', 'background', 'partner'] as const;
/** `always` is never refused and never waits: whether RIC can serve, and the stream that a browser has open. */
export type Urgency = (typeof URGENCIES)[number] | 'always';

/** What the screen of a list asks for until somebody asks for something else. */
export type Opens = {
  sort?: readonly { name: string; desc: boolean }[];
  filters?: Readonly<Record<string, string>>;
  /** Rows on a page, 30 unless said, and those to choose from (-1 is all); 'none' is a short list without a footer. */
  paging?: { size?: number; sizes: readonly number[] } | 'none';
  /** `monthly` in the screen's address asks for the current month or day, as `query_type`. */
  period?: true;
  /** Counting stops at a `cap`, a lower one where these texts are looked for by fewer than three letters. */
  capped?: readonly string[];
};

/** Most bytes of a body: several times the largest form of a screen. */
export const USUAL_BYTES = 256 * 1024;

/** What is sent and answered, as a document shows it. */
export type Example = { params?: object; query?: object; body?: object; answer: object };

/** Everything there is to know about one HTTP call; the server registers it, the web sends it, the docs print it. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}` | `/partner/v1/${string}`;
  access: Access;
  /** Of a partner's call: what it does in a line, an example, and the action that a group of theirs has to grant, where one has to. */
  partner?: { action?: PartnerAction; says: string; example: Example };
  /** Answered also to who still has to replace a password that an admin gave them; no other call is. */
  withGivenPassword?: true;
  /** Answered also to who lacks the second factor that everybody has to have; so is every `withGivenPassword` call, no other is. */
  withoutSecondFactor?: true;
  /** Named on GET calls that change something and on POST calls that only read; otherwise all but GET write. */
  writes?: boolean;
  /** How urgent it is, where that does not follow from the rest (src/server/load-shedding/urgency.ts). */
  urgency?: Urgency;
  /** It sums up many rows, as lists and counts do without saying so: where there is a replica, that answers. */
  sums?: true;
  /** Not in the specification. */
  ours?: true;
  /** The handler opens its own transactions: it talks to an outside system between them. */
  transaction?: 'own';
  /**
   * Sent as multipart: `image[course_id]` and `image[file]` become the body `{image: {course_id, file}}`. Of `streamed` the file
   * comes last and is read as it comes, by the handler.
   */
  upload?: true | 'streamed';
  /** Most bytes of its body, `USUAL_BYTES` unless said here; a file that is uploaded has its own top, unless it is streamed. */
  maxBytes?: number;
  /** Answered bit by bit, each one as `answer` says, until either side ends it. */
  stream?: true;
  /** Answered as a workbook (.xlsx), a file whose bytes are sent while it is written. */
  file?: true;
  /** What is different afterwards for everybody who looks at it: told once the call is committed. */
  changes?: readonly Topic[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What a list filters and sorts by: the names of `filters` and `sort_fields` in its query; `follows` what changes it. */
  list?: { filters: readonly string[]; sorts: readonly string[]; opens?: Opens; follows?: Topic };
  /** Leading keys of the body that are no part of a field's name: `['booking', 'tee_time']` makes `players` of `booking.tee_time.players`. */
  envelope?: readonly string[];
  /** The answer on success (status 200). */
  answer: z.ZodType;
  /** The answer when the outcome is not known yet (status 202). */
  pending?: z.ZodType;
};

/** Names one HTTP call, keeping its exact type. */
export const call = <const C extends Call>(c: C): C => c;

/** Whether a call changes something, from its method unless it says otherwise. */
export const writes = (c: Call): boolean => c.writes ?? c.method !== 'GET';

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: S } : {};
type Parts<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;
type In<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.input<T[K]> : never };
type Out<T> = { [K in keyof T]: T[K] extends z.ZodType ? z.output<T[K]> : never };

/** What the web sends. */
export type Sent<C extends Call> = In<Parts<C>>;
/** What a handler receives after checking. */
export type Received<C extends Call> = Out<Parts<C>>;
/** What a handler answers and the web reads. */
export type Answer<C extends Call> = z.output<C['answer']>;
/** What is answered with 202 while an outcome is not known. */
export type Pending<C extends Call> = C extends { pending: infer P extends z.ZodType } ? z.output<P> : never;

/** A call that answers a list, found and ordered by the names that its contract has. */
export type ListCall = Call & { list: object; answer: z.ZodType<object[]> };
/** One row of a list. */
export type RowOf<C extends ListCall> = Answer<C>[number];
export type FilterOf<C extends Call> = NonNullable<C['list']>['filters'][number];
export type SortOf<C extends Call> = NonNullable<C['list']>['sorts'][number];
