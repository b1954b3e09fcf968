import { z } from 'zod';
import { Cents } from '../../contract/forms/money.ts';
import { DateOnly, UtcInstant, TimeOfDay } from '../../contract/wire.ts';

/** The kinds of events that RIC sends to partners. */
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

/** A tee time that the partner booked, in its state right after the event, without the players' data. */
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
  /** The id by which a search names the open time. */
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

/** The data that each kind of event carries. */
export const EVENT_DATA_SCHEMAS = {
  'tee_time.booked': TeeTimeData,
  'tee_time.changed': TeeTimeData,
  'tee_time.canceled': TeeTimeData,
  /** The tee time; `raw_refunded` is the amount of this refund in cents, to the card and the gift certificate together. */
  'tee_time.refunded': TeeTimeData.extend({ raw_refunded: Cents }),
  /** The differences in a course's day that one scrape found. */
  'open_times.changed': z.object({
    course_id: z.number(),
    play_date: DateOnly,
    new: z.array(OpenTimeData),
    gone: z.array(OpenTimeData.omit({ spots: true })),
  }),
  /** A lead that the partner left, and the open times that match the lead now. */
  'lead.matched': z.object({
    id: z.number(),
    course_id: z.number(),
    lead_date: DateOnly,
    players: z.number(),
    open_times: z.array(OpenTimeData),
  }),
  'certificate.sold': CertificateData,
  /** The gift certificate; `raw_amount` is the amount in cents that a booking took off or a refund put back. */
  'certificate.spent': CertificateData.extend({ raw_amount: Cents }),
  'certificate.given_back': CertificateData.extend({ raw_amount: Cents }),
} satisfies Record<EventKind, z.ZodType>;

/** The body of a webhook's HTTP request. */
export const WebhookEvent = z.object({
  id: z.uuid(),
  kind: z.enum(EVENT_KINDS),
  created_at: UtcInstant,
  data: z.looseObject({}),
});

/** The whole request body for each kind of event. */
export const EVENT_BODY_SCHEMAS: Record<string, z.ZodType> = Object.fromEntries(
  EVENT_KINDS.map((kind) => [
    kind,
    WebhookEvent.extend({ kind: z.literal(kind), data: EVENT_DATA_SCHEMAS[kind] }),
  ]),
);

/** The words for each kind of event on the screen. */
export const EVENT_KIND_LABELS: Record<EventKind, string> = {
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
