import type { Generated } from 'kysely';
import type { Id, Json, Kept, Maybe, MaybeInstant, MaybeJson, StampedAt } from './columns.ts';

export interface ForeUpAvailabilities {
  id: Id;
  course_id: number;
  available_date: string;
  available_time: number;
  spots: number[];
  is_new: Generated<boolean>;
  rate_id: Maybe<number>;
  scraped_at: StampedAt;
  created_at: StampedAt;
  updated_at: StampedAt;
  queue_closed_at: MaybeInstant;
}

export interface LostLeads {
  id: Id;
  customer_id: Maybe<number>;
  course_id: number;
  players: number;
  lead_date: string;
  play_time: string;
  created_at: StampedAt;
}

export interface AvailabilityQueues {
  id: Id;
  fore_up_availability_id: number;
  lost_lead_id: number;
  position: number;
  tee_time_id: Maybe<number>;
  card_token: Maybe<string>;
  card_last4: Maybe<string>;
  card_expmo: Maybe<string>;
  card_expyr: Maybe<string>;
  created_at: StampedAt;
}

export interface TeeTimes extends Kept {
  state: 'pending' | 'booked' | 'cancel_pending' | 'canceled' | 'failed';
  source: 'internal' | 'external' | 'misc';
  agent: string;
  staff_user_id: Maybe<number>;
  customer_id: number;
  course_id: number;
  play_date: string;
  play_time: string;
  players: number;
  confirmation: string;
  folio: Generated<string>;
  notes: Generated<string>;
  internal_notes: Generated<string>;
  alt_emails: Generated<string>;
  should_email_customer: Generated<boolean>;
  should_email_course: Generated<boolean>;
  pipedrive_deal_id: Maybe<number>;
  availability_queue_id: Maybe<number>;
  gift_certificate_id: Maybe<number>;
  golf_discount_id: Maybe<number>;
  raw_charge: number;
  raw_rental_amount: Generated<number>;
  raw_discount_amount: Generated<number>;
  raw_gift_certificate_amount: Generated<number>;
  raw_total: number;
  is_card: Generated<boolean>;
  raw_paid: Generated<number>;
  raw_cost: Generated<number>;
  payment_id: Generated<string>;
  golf_rate_id: Maybe<number>;
  players_booked: number;
  rate_type: Maybe<string>;
  raw_rate: Generated<number>;
  raw_deposit: Generated<number>;
  raw_service_fee: Generated<number>;
  raw_wholesale_rate: Generated<number>;
  raw_max_refund: Generated<number>;
  raw_non_refundable: Generated<number>;
  raw_course_balance: Generated<number>;
  cancel_hours: Generated<number>;
  raw_commission: Generated<number>;
  is_commission_dollars: Generated<boolean>;
  raw_golfswitch_commission: Generated<number>;
  is_golfswitch_commission_dollars: Generated<boolean>;
  rate_internal_memo: Generated<string>;
  canceled_at: MaybeInstant;
  canceled_by: Maybe<string>;
}

export interface TeeTimeRentalClubs {
  tee_time_id: number;
  rental_club_id: number;
  quantity: number;
  raw_charge: number;
}

/** Kept by the database beside tee_times; nobody else writes it. */
export type TeeTimeList = Pick<
  TeeTimes,
  | 'id'
  | 'created_at'
  | 'customer_id'
  | 'course_id'
  | 'play_date'
  | 'players'
  | 'raw_paid'
  | 'raw_cost'
  | 'state'
  | 'play_time'
  | 'confirmation'
  | 'payment_id'
  | 'agent'
  | 'notes'
  | 'internal_notes'
> & {
  first_name: string;
  last_name: string;
  email: string;
  primary_phone: Maybe<string>;
  course_name: string;
};

export interface TeeTimeCounts {
  created_on: string;
  tee_times: number;
}

export interface Operations {
  id: string;
  kind: 'book' | 'cancel' | 'send' | 'adjust';
  staff_user_id: number;
  idempotency_key: string;
  fingerprint: string;
  state: 'running' | 'unknown' | 'settled';
  tee_time_id: Maybe<number>;
  plan: MaybeJson;
  lease_until: MaybeInstant;
  answer_status: Maybe<number>;
  answer: MaybeJson;
  created_at: StampedAt;
  updated_at: StampedAt;
}

export interface ListRenames {
  subject: 'course' | 'customer';
  subject_id: number;
  created_at: MaybeInstant;
  tee_time_id: Maybe<number>;
}

export interface PaymentAttempts {
  id: string;
  operation_id: string;
  tee_time_id: number;
  kind: 'charge' | 'refund';
  gateway: string;
  raw_amount: number;
  state: 'created' | 'succeeded' | 'declined' | 'unknown' | 'abandoned' | 'reversed';
  handle: Maybe<string>;
  payment_id: Maybe<string>;
  charge_attempt_id: Maybe<string>;
  decline_reason: Maybe<string>;
  sent_at: MaybeInstant;
  last_asked_at: MaybeInstant;
  lease_until: MaybeInstant;
  settled_at: MaybeInstant;
  created_at: StampedAt;
}

export interface CertificateHolds {
  operation_id: string;
  gift_certificate_id: number;
  tee_time_id: number;
  raw_amount: number;
}

export interface LedgerTransactions {
  id: Id;
  kind: 'booking' | 'refund' | 'release' | 'certificate_sale' | 'certificate_adjustment';
  tee_time_id: Maybe<number>;
  gift_certificate_id: Maybe<number>;
  operation_id: Maybe<string>;
  payment_attempt_id: Maybe<string>;
  made_by: Generated<string>;
  memo: Generated<string>;
  created_at: StampedAt;
}

export interface LedgerEntries {
  id: Id;
  ledger_transaction_id: number;
  account:
    'tee_time' | 'discount' | 'card' | 'on_account' | 'gift_certificate' | 'certificate_sale' | 'adjustment';
  raw_amount: number;
  tee_time_id: Maybe<number>;
  gift_certificate_id: Maybe<number>;
  golf_discount_id: Maybe<number>;
  created_at: StampedAt;
}

export interface Outbox {
  id: Id;
  operation_id: string;
  tee_time_id: Maybe<number>;
  gift_certificate_id: Maybe<number>;
  kind:
    | 'receipt'
    | 'course_receipt'
    | 'voucher'
    | 'cancellation'
    | 'gift_certificate_receipt'
    | 'gift_certificate';
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  next_try_at: StampedAt;
  last_error: Maybe<string>;
  created_at: StampedAt;
  sent_at: MaybeInstant;
}

export interface EmailTemplateVersions {
  id: Id;
  template: string;
  content: string;
  created_at: StampedAt;
  created_by: string;
}

export interface AuditEntries {
  id: Id;
  created_at: StampedAt;
  made_by: string;
  action: string;
  subject: string;
  subject_id: Maybe<number>;
  details: Json;
}
