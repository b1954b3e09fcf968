/**
 * The course systems in the order of preference: if a course has ids at several, the first connected one is scraped
 * and used to cancel.
 */
export const COURSE_SYSTEMS = ['fore_up', 'golfnow', 'golfswitch', 'club_prophet'] as const;
export type CourseSystemName = (typeof COURSE_SYSTEMS)[number];

/**
 * A course as its course system knows it. `course_ref` is the id that staff enter: foreUP `facility` or
 * `facility.sheet`, GolfNow the facility, Golfswitch the course, Club Prophet `tenant.course` (or only the course if
 * the address names the tenant).
 */
export type CourseReference = {
  system: CourseSystemName;
  course_ref: string;
  /** The IANA time zone of the course. */
  time_zone: string;
};

/** The limits of a series of requests to a course system: when to stop and how fast to go. */
export type RequestLimits = {
  /** A signal by which the caller stops the scrape; the scrape then rejects with the signal's reason. */
  signal: AbortSignal;
  /** The instant (ms) after which no request is sent or awaited; passing it makes the scrape fail with `timed_out`. */
  deadline: number;
  /**
   * Called with the host before each request, and awaited, so that the caller controls the pauses between requests
   * and the host queues.
   */
  pace?: ((host: string) => Promise<void>) | undefined;
};

export type DayScrapeRequest = RequestLimits & {
  course: CourseReference;
  /** The day to scrape, `YYYY-MM-DD` in the course's time zone. */
  date: string;
  /** Confirms an answer without times by a second scrape in a new session; true by default. */
  confirm_none?: boolean;
  check?: KnownFieldNames | undefined;
};

/** The field names of earlier answers (null at first) and the names already lost, with which an answer is compared. */
export type KnownFieldNames = { known: readonly string[] | null; lost: readonly string[] };

/** The differences between the field names of an answer and those of earlier answers. */
export type FieldNameComparison = {
  /** All field names known now, in ascending order. */
  fields: string[];
  /** The field names that RIC reads and that earlier answers had, but not this one. */
  lost: string[];
  /** The field names that no earlier answer had. */
  added: string[];
  /** The name of the saved, redacted sample of the answer; null if nothing has changed since the last check. */
  sample: string | null;
};

/**
 * One price at which a course sells an open time. Amounts are integer cents per player in `currency`, null if the
 * course system does not say.
 */
export type PriceOffer = {
  /** The course system's name for the offer or its rate, null if it has none. */
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
  /** False if the course confirms a booking by hand. */
  is_instant: boolean;
  /** The course system's id of the offer, for booking it in the future. */
  offer_ref: string;
};

/** A time at a course that can be booked. Its identity is the course, `date`, `time`, `starting_side` and `holes`. */
export type OpenTime = {
  /** `YYYY-MM-DD` and `HH:MM` in the course's time zone, never a time that a clock change skips. */
  date: string;
  time: string;
  /** The same time as an ISO instant in UTC; the first instant if a clock change repeats the time. */
  starts_at: string;
  starting_side: string | null;
  /** The number of holes; null if the course system does not say, never guessed. */
  holes: 9 | 18 | null;
  /** The party sizes that can still be booked, in ascending order, never empty. */
  spots: number[];
  offers: PriceOffer[];
};

/** The rows of an answer that could not be read and were left out. */
export type UnreadableRows = {
  count: number;
  /** The number of all rows in the answer. */
  of: number;
  /** The reason why the first odd row could not be read. */
  why: string;
  /** The times of day (`HH:MM`) of the odd rows; open times known at these times are kept. */
  minutes: string[];
};

/** The causes of a failed scrape; docs/algorithms/course-systems.md explains them. */
export type ScrapeFailureCause =
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

export type DayScrapeOutcome =
  | {
      outcome: 'times';
      /** The open times by time, then side, then holes; each identity occurs once. */
      times: OpenTime[];
      /**
       * False if the course system cut the list, or if the time of an odd row is unknown: an open time that is
       * missing may then still be open.
       */
      complete: boolean;
      odd?: UnreadableRows | undefined;
      warnings: string[];
    }
  | { outcome: 'none'; confirmed: boolean; reason: 'none_open' | 'too_late'; warnings: string[] }
  /** The day is not on sale yet. `opens_at` is the ISO instant in UTC at which it will be, if the course system says so. */
  | { outcome: 'not_released'; opens_at: string | null }
  | {
      outcome: 'failed';
      cause: ScrapeFailureCause;
      /** How long the course system asks RIC to send no more requests, in ms. */
      retry_after_ms: number | null;
      /** One sentence for staff, without credentials and without addresses that contain tokens. */
      note: string;
      /** The name of the saved, redacted sample of the answer that could not be read. */
      sample: string | null;
    };
/** A scrape of a course's day: its result, the number of requests it took, and when it ended (ISO, UTC). */
export type DayScrapeResult = DayScrapeOutcome & {
  requests: number;
  read_at: string;
  /** The compared field names, if a check was requested and the answer held enough times of the whole day. */
  checked?: FieldNameComparison | undefined;
};

export type ReservationCancellation = {
  course: CourseReference;
  confirmation: string;
  /** The day of the tee time, `YYYY-MM-DD`. */
  play_date: string;
  signal: AbortSignal;
};
export type CancellationAnswer = { state: 'canceled' } | { state: 'refused'; message: string };

/** The course systems, which hold the open times and reservations of courses. */
export interface CourseSystems {
  /** Returns true if the settings of a course system are set, or a simulator takes its place. */
  isConnected(system: CourseSystemName): boolean;
  /** Returns the host that answers for a course, with its port if it has one; null if its course system is not connected. */
  hostOf(course: CourseReference): string | null;
  /** Scrapes a course's day. Resolves to one of four outcomes and rejects only if the caller's signal aborts, with its reason. */
  readDay(request: DayScrapeRequest): Promise<DayScrapeResult>;
  /** Cancels a reservation; canceling it again succeeds. Throws `CancellationOutcomeUnknown` if the outcome is uncertain. */
  cancelReservation(request: ReservationCancellation): Promise<CancellationAnswer>;
}

/** An error that leaves the outcome of a cancellation unknown: no answer, a 5xx, or an answer that cannot be read. */
export class CancellationOutcomeUnknown extends Error {
  override readonly name = 'CourseSystemUnknown';
}
