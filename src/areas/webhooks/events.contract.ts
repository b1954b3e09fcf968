import { z } from 'zod';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly, Instant, TimeOfDay } from '../../contract/wire.ts';

/** The kinds of events that are sent to partners. */
export const EVENT_KINDS = [
  'tee_time.booked',
  'tee_time.changed',
  'tee_time.canceled',
  'tee_time.refunded',
  'open_times.changed',
  'lead.matched',
  'certificate.sold',
  'certificate.spent',
  'certificate.given_back',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A tee time of the partner's, in its state right after the event, without the players. */
const TeeTimeData = z.object({
  id: z.number(),
  confirmation: z.string(),
  state: z.enum(['booked', 'canceled']),
  course_id: z.number(),
  play_date: DateOnly,
  play_time: TimeOfDay,
  players: z.number(),
  raw_total: Cents,
  raw_paid: Cents,
});

const OpenTimeData = z.object({
  /** The id that a search returns. */
  id: z.number(),
  play_time: TimeOfDay,
  starting_side: z.string(),
  holes: z.number().nullable(),
  /** The party sizes that can be booked, ascending. */
  spots: z.array(z.number()),
});

const CertificateData = z.object({
  id: z.number(),
  serial: z.string(),
  course_id: z.number().nullable(),
  raw_value: Cents,
  raw_balance: Cents,
});

/** The data of each kind of event. */
export const EVENT_DATA = {
  'tee_time.booked': TeeTimeData,
  'tee_time.changed': TeeTimeData,
  'tee_time.canceled': TeeTimeData,
  /** `raw_refunded` is the amount of this refund, to the card and the certificate together. */
  'tee_time.refunded': TeeTimeData.extend({ raw_refunded: Cents }),
  /** The differences found by one scrape of a course's day. */
  'open_times.changed': z.object({
    course_id: z.number(),
    play_date: DateOnly,
    new: z.array(OpenTimeData),
    gone: z.array(OpenTimeData.omit({ spots: true })),
  }),
  /** A lead that the partner left, and the open times that now match it. */
  'lead.matched': z.object({
    id: z.number(),
    course_id: z.number(),
    lead_date: DateOnly,
    players: z.number(),
    open_times: z.array(OpenTimeData),
  }),
  'certificate.sold': CertificateData,
  /** `raw_amount` was taken off by a booking, or put back by a refund. */
  'certificate.spent': CertificateData.extend({ raw_amount: Cents }),
  'certificate.given_back': CertificateData.extend({ raw_amount: Cents }),
} satisfies Record<EventKind, z.ZodType>;

/** The body of a delivery. */
export const WebhookEvent = z.object({
  id: z.uuid(),
  kind: z.enum(EVENT_KINDS),
  created_at: Instant,
  data: z.looseObject({}),
});

/** The whole body of an event of each kind. */
export const EVENT_BODIES: Record<string, z.ZodType> = Object.fromEntries(
  EVENT_KINDS.map((kind) => [kind, WebhookEvent.extend({ kind: z.literal(kind), data: EVENT_DATA[kind] })]),
);

/** The words for each kind. */
export const EVENT_WORDS: Record<EventKind, string> = {
  'tee_time.booked': 'tee time booked',
  'tee_time.changed': 'tee time changed',
  'tee_time.canceled': 'tee time canceled',
  'tee_time.refunded': 'tee time refunded',
  'open_times.changed': 'open times new or gone',
  'lead.matched': 'lead matched',
  'certificate.sold': 'certificate sold',
  'certificate.spent': 'certificate spent',
  'certificate.given_back': 'certificate given back',
};
