import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import {
  OptionalEmail,
  OptionalPhone,
  OptionalText,
  Players,
  RequiredText,
  CleanedText,
} from '../../contract/forms/fields.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import { Cents } from '../../contract/forms/money.ts';
import {
  RecordIdParams,
  DateOnly,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  TimeOfDay,
} from '../../contract/wire.ts';

/** A waiting customer's card, masked (`************4242`); `{}` if there is no card or the queue is closed. */
const SavedCard = z
  .object({ id: z.number(), number: z.string(), cvv: z.string(), expmo: z.string(), expyr: z.string() })
  .partial();
export type SavedCard = z.infer<typeof SavedCard>;

const Course = z.object({ id: z.number(), course_name: z.string() });
/** An open time that customers wait for; `available_time` is the course's clock as a number, 742 for 07:42. */
const TimeOfQueue = z.object({
  /** The open time's id: `fupId`. */
  id: z.number(),
  course: Course,
  available_date: DateOnly,
  /** The date in words, `Saturday, December 5th`. */
  wordy_available_date: z.string(),
  available_time: z.number(),
  /** The time on a 12-hour clock, `7:52 AM`. */
  play_time_for_humans: z.string(),
  /** The party sizes that can still be booked. */
  spots: z.array(z.number()),
  holes: z.number().nullable(),
  starting_side: z.string(),
  /** The last scrape of the time's day, whatever the result was. */
  scraped_at: UtcInstant.nullable(),
  /**
   * Not in the specification: the last scrape that read the whole day; `is_stale` if that is longer ago than planned for the
   * course.
   */
  completed_at: UtcInstant.nullable(),
  is_stale: z.boolean(),
  /** True if two scrapes missed the time: it cannot be booked, unless it comes back. */
  is_gone: z.boolean(),
});

/** An open queue with waiting customers. */
const WaitListRow = TimeOfQueue.extend({
  created_at: UtcInstant,
  /** The number of customers in the queue who have not booked and still want the time. */
  waiting: z.number(),
});
export type WaitListRow = z.infer<typeof WaitListRow>;

/**
 * A waiting customer, and the open times that the customer waits for, by which the wait list is searched. Missing values are empty.
 */
const WaitListCaller = z.object({
  /** The lead's id. */
  id: z.number(),
  open_times: z.array(z.number()),
  name: z.string(),
  email: z.string(),
  primary_phone: z.string(),
});
export type WaitListCaller = z.infer<typeof WaitListCaller>;

export const CALL_OUTCOMES = ['no_answer', 'calls_back', 'not_wanted'] as const;
const Outcome = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof Outcome>;

/** The outcome of the last telephone call to a waiting customer, about any open time. */
const LastCall = z.object({ id: z.number(), outcome: Outcome, made_by: z.string(), created_at: UtcInstant });
export type LastPhoneCall = z.infer<typeof LastCall>;

/** The waiting customer; missing values are empty. */
const Customer = z.object({
  id: z.number().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  primary_phone: z.string(),
  postcode: z.string(),
});

const QueueEntry = z.object({
  id: z.number(),
  customer: Customer,
  lost_lead: z.object({
    id: z.number(),
    created_at: UtcInstant,
    players: z.number(),
    lead_date: DateOnly,
    /** The wanted time, `HH:MM`. */
    play_time: z.string(),
    course_id: z.number(),
  }),
  /** The tee time that the customer has booked for that day, whether its payment is settled or pending. */
  tee_time: z.object({ id: z.number() }).nullable(),
  /** The place in the queue, 1..n, by the age of the lead. */
  queue_position: z.number(),
  /** The place in the calling order, 1..n (docs/algorithms/matchmaker.md); null if the customer cannot be offered this time now. */
  call_rank: z.number().nullable(),
  /** The reason for the rank, or why the customer cannot be offered the time. */
  why: z.string(),
  has_card: z.boolean(),
  /** The suggested charge for the party; null if no rate covers the time. */
  raw_worth: Cents.nullable(),
  last_call: LastCall.nullable(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

const Queue = TimeOfQueue.extend({
  /** The queue entries in calling order. */
  availability_queues: z.array(QueueEntry),
  /** The largest party that can still be booked. */
  slots: z.number(),
  is_past: z.boolean(),
  /** The booking engine's suggested charge in cents per player, including the service fee; null if no rate covers the time. */
  raw_suggested: Cents.nullable(),
  queue_closed_at: UtcInstant.nullable(),
  queue_closed_by: z.string().nullable(),
  /** The last scrape of the time's day that found a difference. */
  changed_at: UtcInstant.nullable(),
  /** The course system that the course's times are scraped from; null if the course was never scraped. */
  system: z.string().nullable(),
  /** The number of times, for any party, that the last complete scrape found open at the course that day. */
  open_count: z.number().nullable(),
  /** The course's mean number of open times on other coming days of the same weekday; null if no such day is known. */
  usual_count: z.number().nullable(),
  /** The other open times of the day that a waiting party could take: the nearest twelve, nearest first, and the number of all. */
  same_day: z.array(
    z.object({
      id: z.number(),
      available_time: z.number(),
      holes: z.number().nullable(),
      starting_side: z.string(),
    }),
  ),
  same_day_count: z.number(),
});
export type WaitQueue = z.infer<typeof Queue>;

/**
 * The outcome of a telephone call, with the id of the last call that the person saw (null for none), so that the outcome is
 * recorded once.
 */
const OutcomeSent = z.object({ id: SentRecordId, outcome: Outcome, seen_call_id: SentRecordId.nullable() });
export type CallOutcomeInput = z.output<typeof OutcomeSent>;

const CardTyped = CleanedText(40).default('');
// JSON may have the token as a number too.
const CardToken = CleanedText(255).default('');

/**
 * A new lead: the customer, the course, the day, a time (`HH:MM`, on the course's clock) and the party. An e-mail or a phone number
 * is enough, because staff call the customer.
 */
export const NewLead = defineForm(
  {
    course: z.object({ id: SentRecordId }, 'is required'),
    lead_date: DateOnly,
    play_time: TimeOfDay,
    players: Players,
    customer: z.object({
      first_name: RequiredText(100),
      last_name: RequiredText(100),
      email: OptionalEmail(),
      postcode: OptionalText(12),
      primary_phone: OptionalPhone(40),
    }),
    /** The customer's card, stored as a token at the gateway alone; without a number there is no card. */
    credit_card: z
      .object({ number: CardToken, expmo: CardTyped, expyr: CardTyped, cvv: CardTyped })
      .nullish(),
  },
  [
    {
      of: ['customer'],
      holds: ({ customer }) => Boolean(customer.email ?? customer.primary_phone),
      at: 'customer.email',
      says: 'an e-mail address or a phone number is required',
    },
  ],
);
export type NewLead = CheckedForm<typeof NewLead>;

const Waits = z.object({
  /** The lead's id. */
  id: z.number(),
  /** The open times that the lead waits for now, nearest to the wanted time first. */
  open_times: z.array(z.object({ id: z.number(), available_time: z.number() })),
});
export type QueuedLead = z.infer<typeof Waits>;

// prettier-ignore
export const waitList = {
  queues:    defineCall({ method: 'GET',  path: '/api/fore_up_availability/wait_list_queues',   access: 'staff', answer: z.array(WaitListRow) }),
  callers:   defineCall({ method: 'GET',  path: '/api/fore_up_availability/wait_list_callers',  access: 'staff', ours: true, answer: z.array(WaitListCaller) }),
  index:     defineCall({ method: 'GET',  path: '/api/availability_queue/index',                access: 'staff', query: RecordIdParams, answer: Queue }),
  close:     defineCall({ method: 'GET',  path: '/api/availability_queue/close',                access: 'staff', writes: true, changes: ['queues'], query: RecordIdParams, answer: DoneMessage }),
  reopen:    defineCall({ method: 'POST', path: '/api/availability_queue/reopen',               access: 'staff', ours: true, changes: ['queues'], body: RecordIdParams, answer: DoneMessage }),
  outcome:   defineCall({ method: 'POST', path: '/api/availability_queue/outcome',              access: 'staff', ours: true, changes: ['queues', 'leads', 'turns'], body: OutcomeSent, answer: LastCall }),
  takeBack:  defineCall({ method: 'POST', path: '/api/availability_queue/take_back',            access: 'staff', ours: true, changes: ['queues', 'leads'], body: z.object({ id: SentRecordId, call_id: SentRecordId }), answer: DoneMessage }),
  waitFor:   defineCall({ method: 'POST', path: '/api/lost_leads',                              access: 'staff', urgency: 'caller', ours: true, changes: ['leads', 'queues'], transaction: 'own', envelope: ['lost_lead'], body: z.object({ lost_lead: NewLead.Form }), answer: Waits }),
  fetchCard: defineCall({ method: 'GET',  path: '/api/availability/fetch_card/:queueId',        access: 'staff', urgency: 'caller', params: z.object({ queueId: SentRecordId }), answer: SavedCard }),
  fetchLeadCard: defineCall({ method: 'GET', path: '/api/lost_leads/fetch_card/:leadId', access: 'staff', urgency: 'caller', ours: true, params: z.object({ leadId: SentRecordId }), answer: SavedCard }),
};
