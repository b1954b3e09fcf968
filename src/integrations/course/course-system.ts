/**
 * The course systems, in the order of preference for a course with ids at several: the first connected one is read and
 * used to cancel.
 */
export const COURSE_SYSTEMS = ['fore_up', 'golfnow', 'golfswitch', 'club_prophet'] as const;
export type CourseSystemName = (typeof COURSE_SYSTEMS)[number];

/**
 * A course at its system. `course_ref` is the id on the course's form: foreUP `facility` or `facility.sheet`, GolfNow
 * the facility, Golfswitch the course, Club Prophet `tenant.course` (or only the course if the address names the
 * tenant).
 */
export type CourseAt = {
  system: CourseSystemName;
  course_ref: string;
  /** The IANA zone of the course's own clock. */
  time_zone: string;
};

/** The limits of a conversation with a course system: its deadline and its pace. */
export type Conversation = {
  /** The caller's signal: when it aborts, the scrape rejects with its reason. */
  signal: AbortSignal;
  /** The instant (ms) after which no request is sent or awaited; passing it is the failure `timed_out`. */
  deadline: number;
  /** Called before each request with its host, and awaited: the caller controls spacing and host queues. */
  pace?: ((host: string) => Promise<void>) | undefined;
};

export type DayRequest = Conversation & {
  course: CourseAt;
  /** `YYYY-MM-DD` on the course's calendar. */
  date: string;
  /** Confirms an answer without times by a second scrape in a new session; true unless false. */
  confirm_none?: boolean;
  check?: FieldCheck | undefined;
};

/** The known field names of earlier answers (null at first) and the names already lost, to compare an answer with. */
export type FieldCheck = { known: readonly string[] | null; lost: readonly string[] };

/** The differences between an answer's field names and the known ones. */
export type FieldsChecked = {
  /** All names known now, ascending. */
  fields: string[];
  /** The names that RIC reads and that were sent before, but not this time. */
  lost: string[];
  /** The names that were never sent before. */
  added: string[];
  /** The name of the saved, redacted sample; null if nothing has changed since the last check. */
  sample: string | null;
};

/**
 * One price at which a course sells a time. Amounts are integer cents per player in `currency`, null if the system does
 * not say.
 */
export type PriceOffer = {
  /** The system's name for the offer or its rate, null if it has none. */
  rate_name: string | null;
  booking_class: string | null;
  currency: string;
  raw_green_fee: number | null;
  raw_cart_fee: number | null;
  raw_taxes_and_fees: number | null;
  raw_due_online: number | null;
  raw_due_at_course: number | null;
  /** The green fee before a price cut. */
  raw_regular_fee: number | null;
  cart: 'included' | 'optional' | 'none' | 'unknown';
  /** False if the course confirms by hand. */
  is_instant: boolean;
  /** The system's own name of the offer, for booking it in the future. */
  offer_ref: string;
};

/** A time that can be booked. Its identity is the course, `date`, `time`, `starting_side` and `holes`. */
export type OpenTime = {
  /** `YYYY-MM-DD` and `HH:MM` on the course's clock, never a clock reading that the day skips. */
  date: string;
  time: string;
  /** The same as an ISO instant in UTC; the first one of a clock reading that happens twice. */
  starts_at: string;
  starting_side: string | null;
  /** Null if the system does not say; never guessed. */
  holes: 9 | 18 | null;
  /** The party sizes that can still be booked, ascending, never empty. */
  spots: number[];
  offers: PriceOffer[];
};

/** Rows of an answer that could not be read and were left out. */
export type OddRows = {
  count: number;
  /** The number of rows in the answer. */
  of: number;
  /** The reason why the first of them could not be read. */
  why: string;
  /** The minutes of the day that they are about (`HH:MM`); the known times of these stay. */
  minutes: string[];
};

/** The causes of a failed scrape; docs/algorithms/course-systems.md explains them. */
export type FailureCause =
  | 'not_connected'
  | 'wrong_ids'
  | 'credentials'
  | 'permission'
  | 'blocked'
  | 'limited'
  | 'moved'
  | 'refused'
  | 'unreadable'
  | 'too_large'
  | 'timed_out'
  | 'unreachable'
  | 'broken';

export type ReadOutcome =
  | {
      outcome: 'times';
      /** By time, then side, then holes; each identity once. */
      times: OpenTime[];
      /** False if the system cut the list, or the minute of an odd row is unknown: missing times may still be open. */
      complete: boolean;
      odd?: OddRows | undefined;
      warnings: string[];
    }
  | { outcome: 'none'; confirmed: boolean; reason: 'none_open' | 'too_late'; warnings: string[] }
  /** `opens_at` is an ISO instant in UTC, if the system says when the day is released. */
  | { outcome: 'not_released'; opens_at: string | null }
  | {
      outcome: 'failed';
      cause: FailureCause;
      /** How long the system asks us to stay away, in ms. */
      retry_after_ms: number | null;
      /** One sentence for staff: no credentials, no addresses with tokens. */
      note: string;
      /** The name of the saved, redacted sample of what could not be read. */
      sample: string | null;
    };
/** A look at a course's day: its outcome, how many requests it took, and when it ended (ISO, UTC). */
export type DayRead = ReadOutcome & {
  requests: number;
  read_at: string;
  /** The compared fields, if a check was asked for and the answer held enough times of the whole day. */
  checked?: FieldsChecked | undefined;
};

export type Cancellation = {
  course: CourseAt;
  confirmation: string;
  /** The round's day, `YYYY-MM-DD`. */
  play_date: string;
  signal: AbortSignal;
};
export type CancellationAnswer = { state: 'canceled' } | { state: 'refused'; message: string };

/** The systems that hold the courses' open times and reservations. */
export interface CourseSystems {
  /** Returns true if the system's settings are given, or a simulator stands in for it. */
  isConnected(system: CourseSystemName): boolean;
  /** The host that answers for a course, with its port if it has one; null if its system is not connected. */
  hostOf(course: CourseAt): string | null;
  /** Answers one of four outcomes and never rejects, except with the reason of the caller's own signal. */
  readDay(request: DayRequest): Promise<DayRead>;
  /** Cancels a reservation; canceling it again succeeds. Throws `CourseSystemUnknown` if the outcome is uncertain. */
  cancelReservation(request: Cancellation): Promise<CancellationAnswer>;
}

/** The outcome of a cancellation is unknown: no answer, a 5xx, or an answer that cannot be read. */
export class CourseSystemUnknown extends Error {
  override readonly name = 'CourseSystemUnknown';
}
