import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Money } from '../../contract/forms/money.ts';
import { RecordIdParams, DateOnly, UtcInstant, TimeOfDay } from '../../contract/wire.ts';
import { EMAIL_KINDS } from '../email-templates/email-templates.contract.ts';
import { EMAIL_STATES } from '../outbox/outbox.contract.ts';
import { TeeTimeStatus } from '../tee-times/tee-times.contract.ts';

const Round = z.object({
  id: z.number(),
  play_date: DateOnly,
  play_time: TimeOfDay,
  course_name: z.string(),
  players: z.number(),
  paid: Money,
  status: TeeTimeStatus,
});
export type CustomerTeeTime = z.infer<typeof Round>;

/** The next five tee times to be played, the last five that were played, and the number of all tee times. */
const Rounds = z.object({ upcoming: z.array(Round), past: z.array(Round), total: z.number() });

const Certificate = z.object({
  id: z.number(),
  serial: z.string(),
  /** The course at which the gift certificate is valid; null means any course. */
  course_name: z.string().nullable(),
  value: Money,
  balance: Money,
  /** True if another person bought the gift certificate for this customer. */
  is_recipient: z.boolean(),
});
export type CustomerCertificate = z.infer<typeof Certificate>;
/** Five gift certificates, those with a balance first; `total` counts all, `balance` is the sum of all balances. */
const Certificates = z.object({ certificates: z.array(Certificate), total: z.number(), balance: Money });

/** An e-mail about one of the customer's tee times or gift certificates; e-mails to the course are left out. */
const Letter = z.object({
  id: z.number(),
  created_at: UtcInstant,
  kind: z.enum(EMAIL_KINDS),
  state: z.enum(EMAIL_STATES),
  tee_time_id: z.number().nullable(),
  gift_certificate_id: z.number().nullable(),
  /** The course of the tee time, or the serial of the gift certificate. */
  about: z.string(),
});
export type CustomerEmail = z.infer<typeof Letter>;

const Lead = z.object({
  id: z.number(),
  course_name: z.string(),
  lead_date: DateOnly,
  play_time: TimeOfDay,
  players: z.number(),
  has_card: z.boolean(),
  /** The tee time that the customer booked for that day. */
  tee_time_id: z.number().nullable(),
  is_unwanted: z.boolean(),
  /** The open queue in which the customer is furthest to the front: its open time, and the customer's position of 1..n. */
  queue: z.object({ fup_id: z.number(), position: z.number() }).nullable(),
  queues: z.number(),
});
export type CustomerLead = z.infer<typeof Lead>;
const Leads = z.object({ leads: z.array(Lead), total: z.number() });

// Each section is loaded by a call of its own, so that no section waits for another, and a failure affects only one section.
// prettier-ignore
export const customerHub = {
  rounds:       defineCall({ method: 'GET', path: '/api/customer_hubs/rounds/:id',       access: 'staff', ours: true, params: RecordIdParams, answer: Rounds }),
  certificates: defineCall({ method: 'GET', path: '/api/customer_hubs/certificates/:id', access: 'staff', ours: true, params: RecordIdParams, answer: Certificates }),
  letters:      defineCall({ method: 'GET', path: '/api/customer_hubs/letters/:id',      access: 'staff', ours: true, params: RecordIdParams, answer: z.array(Letter) }),
  leads:        defineCall({ method: 'GET', path: '/api/customer_hubs/leads/:id',        access: 'staff', ours: true, params: RecordIdParams, answer: Leads }),
};
