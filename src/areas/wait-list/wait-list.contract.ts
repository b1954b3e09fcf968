import { z } from 'zod';
import { call } from '../../contract/call.ts';
import {
  OptionalEmail,
  OptionalPhone,
  OptionalText,
  Text,
  TypedValue,
  WholeNumber,
} from '../../contract/forms/fields.ts';
import { form, type FormOf } from '../../contract/forms/form.ts';
import { Cents } from '../../contract/money.ts';
import { ById, DateOnly, Done, Id, Instant, TimeOfDay } from '../../contract/wire.ts';

/** The card a waiting customer left, masked (`************4242`); `{}` where there is none or the queue is closed. */
const SavedCard = z
  .object({ id: z.number(), number: z.string(), cvv: z.string(), expmo: z.string(), expyr: z.string() })
  .partial();
export type SavedCard = z.infer<typeof SavedCard>;

const Course = z.object({ id: z.number(), course_name: z.string() });
/** An open time as a queue names it; `available_time` is the course's clock as a number, 742 for 07:42. */
const TimeOfQueue = z.object({
  /** The availability's: `fupId`. */
  id: z.number(),
  course: Course,
  available_date: DateOnly,
  /** `Saturday, December 5th` */
  wordy_available_date: z.string(),
  available_time: z.number(),
  /** `7:52 AM` */
  play_time_for_humans: z.string(),
  /** The party sizes that can still be booked. */
  spots: z.array(z.number()),
  holes: z.number().nullable(),
  starting_side: z.string(),
  /** The last look at its day, whatever came of it. */
  scraped_at: Instant.nullable(),
  /** Ours: when a look last told its whole day; `is_stale` where that is longer ago than its course's plan has it. */
  completed_at: Instant.nullable(),
  is_stale: z.boolean(),
  /** Two looks missed it: it can not be booked any more, unless it comes back. */
  is_gone: z.boolean(),
});

/** An open queue with somebody waiting. */
const WaitListRow = TimeOfQueue.extend({
  created_at: Instant,
  /** How many of it are not booked and still want it. */
  waiting: z.number(),
});
export type WaitListRow = z.infer<typeof WaitListRow>;

/** Somebody who waits, and the open times in whose queues: what the wait list is searched by. Missing values are empty. */
const WaitListCaller = z.object({
  /** The lead's. */
  id: z.number(),
  open_times: z.array(z.number()),
  name: z.string(),
  email: z.string(),
  primary_phone: z.string(),
});
export type WaitListCaller = z.infer<typeof WaitListCaller>;

export const OUTCOMES = ['no_answer', 'calls_back', 'not_wanted'] as const;
const Outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof Outcome>;

/** What came of the last call to a waiting customer, for whatever time. */
const LastCall = z.object({ id: z.number(), outcome: Outcome, made_by: z.string(), created_at: Instant });
export type LastCall = z.infer<typeof LastCall>;

/** Missing values are empty. */
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
    created_at: Instant,
    players: z.number(),
    lead_date: DateOnly,
    /** `HH:MM` */
    play_time: z.string(),
    course_id: z.number(),
  }),
  /** What the customer has booked for that day, its payment settled or not. */
  tee_time: z.object({ id: z.number() }).nullable(),
  /** 1..n by the lead's age. */
  queue_position: z.number(),
  /** 1..n in the order in which to call (docs/algorithms/matchmaker.md); null is who can not be offered this time now. */
  call_rank: z.number().nullable(),
  /** Why they stand there, or can not be offered it. */
  why: z.string(),
  has_card: z.boolean(),
  /** The suggested charge for the party; null where no rate covers the time. */
  raw_worth: Cents.nullable(),
  last_call: LastCall.nullable(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

const Queue = TimeOfQueue.extend({
  /** In the order in which to call. */
  availability_queues: z.array(QueueEntry),
  /** The largest party that can still be booked. */
  slots: z.number(),
  is_past: z.boolean(),
  /** Cents per player that the booking engine suggests, the service fee included; null where no rate covers the time. */
  raw_suggested: Cents.nullable(),
  queue_closed_at: Instant.nullable(),
  queue_closed_by: z.string().nullable(),
  /** The last look at its day that found something different. */
  changed_at: Instant.nullable(),
  /** Where the course's times come from; null where it was never looked for. */
  system: z.string().nullable(),
  /** How many times the last complete look found open at the course that day, whoever they fit. */
  open_count: z.number().nullable(),
  /** How many its course has in the mean on the other days ahead of the same weekday; null where no such day is known. */
  usual_count: z.number().nullable(),
  /** The other open times of the day that a waiting party could take: the nearest twelve, nearest first, and how many in all. */
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
export type Queue = z.infer<typeof Queue>;

/** A call's outcome is taken down once: the last call that the person saw is sent back (null for none). */
const OutcomeSent = z.object({ id: Id, outcome: Outcome, seen_call_id: Id.nullable() });
export type OutcomeSent = z.output<typeof OutcomeSent>;

const CardTyped = TypedValue(40).default('');
// Or a number.
const CardToken = TypedValue(255).default('');

/** Who waits, and for what: a course's day, a time (`HH:MM`, the course's clock) and a party. Staff call: e-mail or phone is enough. */
export const NewLead = form(
  {
    course: z.object({ id: Id }, 'is required'),
    lead_date: DateOnly,
    play_time: TimeOfDay,
    /** The most of one booking. */
    players: WholeNumber(1, 144),
    customer: z.object({
      first_name: Text(100),
      last_name: Text(100),
      email: OptionalEmail(),
      postcode: OptionalText(12),
      primary_phone: OptionalPhone(40),
    }),
    /** Kept as a token at the gateway alone; without a number there is none. */
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
export type NewLead = FormOf<typeof NewLead>;

const Waits = z.object({
  /** The lead's. */
  id: z.number(),
  /** The open times that it waits for now, nearest to the wanted time first. */
  open_times: z.array(z.object({ id: z.number(), available_time: z.number() })),
});
export type Waits = z.infer<typeof Waits>;

// prettier-ignore
export const waitList = {
  queues:    call({ method: 'GET',  path: '/api/fore_up_availability/wait_list_queues',   access: 'staff', answer: z.array(WaitListRow) }),
  callers:   call({ method: 'GET',  path: '/api/fore_up_availability/wait_list_callers',  access: 'staff', ours: true, answer: z.array(WaitListCaller) }),
  index:     call({ method: 'GET',  path: '/api/availability_queue/index',                access: 'staff', query: ById, answer: Queue }),
  close:     call({ method: 'GET',  path: '/api/availability_queue/close',                access: 'staff', writes: true, changes: ['queues'], query: ById, answer: Done }),
  reopen:    call({ method: 'POST', path: '/api/availability_queue/reopen',               access: 'staff', ours: true, changes: ['queues'], body: ById, answer: Done }),
  outcome:   call({ method: 'POST', path: '/api/availability_queue/outcome',              access: 'staff', ours: true, changes: ['queues', 'leads', 'turns'], body: OutcomeSent, answer: LastCall }),
  takeBack:  call({ method: 'POST', path: '/api/availability_queue/take_back',            access: 'staff', ours: true, changes: ['queues', 'leads'], body: z.object({ id: Id, call_id: Id }), answer: Done }),
  waitFor:   call({ method: 'POST', path: '/api/lost_leads',                              access: 'staff', urgency: 'caller', ours: true, changes: ['leads', 'queues'], transaction: 'own', envelope: ['lost_lead'], body: z.object({ lost_lead: NewLead.Form }), answer: Waits }),
  fetchCard: call({ method: 'GET',  path: '/api/availability/fetch_card/:queueId',        access: 'staff', urgency: 'caller', params: z.object({ queueId: Id }), answer: SavedCard }),
  fetchLeadCard: call({ method: 'GET', path: '/api/lost_leads/fetch_card/:leadId', access: 'staff', urgency: 'caller', ours: true, params: z.object({ leadId: Id }), answer: SavedCard }),
};
