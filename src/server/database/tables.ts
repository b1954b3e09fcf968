// Made from the migrated database by `npm run docs`; never edited.
import type { Generated, GeneratedAlways } from 'kysely';
import type {
  InstantColumn,
  JsonColumn,
  NullableDecimalColumn,
  NullableInstantColumn,
  NullableJsonColumn,
  StampedAt,
} from './columns.ts';

export interface Allowances {
  what: string;
  who: string;
  spent_until: InstantColumn;
}

export interface ApiActions {
  id: Generated<number>;
  api_action_name: string;
}

export interface ApiKeyRequests {
  api_key_id: number;
  hour: InstantColumn;
  requests: Generated<number>;
  refused: Generated<number>;
}

export interface ApiKeys {
  id: Generated<number>;
  api_user_id: number;
  key_hash: string;
  key_end: Generated<string>;
  made_by: Generated<string>;
  created_at: StampedAt;
  last_used_at: NullableInstantColumn;
  withdrawn_at: NullableInstantColumn;
  withdrawn_by: string | null;
}

export interface ApiUsers {
  id: Generated<number>;
  api_user_name: string;
  created_at: StampedAt;
  is_public_site: Generated<boolean>;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface AuditEntries {
  id: Generated<number>;
  created_at: StampedAt;
  made_by: string;
  action: string;
  subject: string;
  subject_id: number | null;
  after: NullableJsonColumn;
  address: string | null;
  before: NullableJsonColumn;
  is_passing: Generated<boolean>;
  salt: Generated<string | null>;
  details_digest: string | null;
}

export interface AuditSeals {
  id: number;
  sealed_at: InstantColumn;
  entries: string;
  entry_count: number;
  up_to: number;
  hash: Uint8Array;
  passing: string | null;
  passing_digest: Uint8Array | null;
}

export interface AvailabilityQueues {
  id: Generated<number>;
  fore_up_availability_id: number;
  lost_lead_id: number;
  created_at: StampedAt;
}

export interface CertificateHolds {
  operation_id: string;
  gift_certificate_id: number;
  tee_time_id: number | null;
  raw_amount: number;
}

export interface CourseChecks {
  system: string;
  course_id: number;
  course_ref: string;
  checked_at: InstantColumn;
  fields: string[];
  lost: Generated<string[]>;
  added: Generated<string[]>;
  sample: string | null;
}

export interface CourseCounts {
  course_id: number;
  counted_at: InstantColumn;
  open_count: number;
  kinds: NullableJsonColumn;
}

export interface CourseDays {
  course_id: number;
  day: string;
  next_look_at: InstantColumn;
  looked_at: NullableInstantColumn;
  outcome: 'times' | 'none' | 'not_released' | 'failed' | null;
  cause: string | null;
  note: Generated<string>;
  opens_at: NullableInstantColumn;
  completed_at: NullableInstantColumn;
  released_at: NullableInstantColumn;
  changed_at: NullableInstantColumn;
  digest: string | null;
  open_count: Generated<number>;
  failures: Generated<number>;
  kinds: JsonColumn;
}

export interface CourseGroupActions {
  course_group_id: number;
  api_action_id: number;
}

export interface CourseGroupCourses {
  course_group_id: number;
  course_id: number;
}

export interface CourseGroupUsers {
  course_group_id: number;
  api_user_id: number;
}

export interface CourseGroups {
  id: Generated<number>;
  group_name: string;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface CourseHosts {
  host: string;
  leased_by: string | null;
  leased_until: NullableInstantColumn;
  asked_at: NullableInstantColumn;
  failures: Generated<number>;
  wait_until: NullableInstantColumn;
  cause: string | null;
  note: Generated<string>;
}

export interface CourseSources {
  course_id: number;
  system: string;
  course_ref: string;
  host: Generated<string>;
  since: StampedAt;
  looks_on: string | null;
  looks: Generated<number>;
  failures: Generated<number>;
  failing_since: NullableInstantColumn;
  wait_until: NullableInstantColumn;
  cause: string | null;
  note: Generated<string>;
  looked_at: NullableInstantColumn;
  completed_at: NullableInstantColumn;
  changed_at: NullableInstantColumn;
  times_at: NullableInstantColumn;
}

export interface Courses {
  id: Generated<number>;
  course_name: string;
  display_name: string | null;
  address: string | null;
  address_2: string | null;
  city: string | null;
  subdivision: string | null;
  postcode: string | null;
  country_alpha2: Generated<string | null>;
  phone: string | null;
  email: string | null;
  rate_required: Generated<boolean>;
  internal_only: Generated<boolean>;
  is_realtime: Generated<boolean>;
  inactive: Generated<boolean>;
  raw_cart_rate: number | null;
  days_out_to_scrape: number | null;
  round_limit: number | null;
  description: string | null;
  quality: Generated<number>;
  position: Generated<number>;
  raw_price_min: number | null;
  raw_price_max: number | null;
  distance_from_airport: NullableDecimalColumn;
  image_url: string | null;
  gs_id: string | null;
  gs_xid: string | null;
  golfnow_id: string | null;
  club_prophet_id: string | null;
  fore_up_id: string | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  time_zone: string | null;
}

export interface Customers {
  id: Generated<number>;
  type: Generated<'Customer' | 'GiftCertificateRecipient'>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  address: string | null;
  address_2: string | null;
  address_3: string | null;
  city: string | null;
  subdivision: string | null;
  postcode: string | null;
  country_alpha2: string | null;
  primary_phone: string | null;
  mobile_phone: string | null;
  legacy_address: string | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  forgotten_at: NullableInstantColumn;
  email_normal: GeneratedAlways<string>;
  primary_phone_normal: GeneratedAlways<string>;
  mobile_phone_normal: GeneratedAlways<string>;
}

export interface DiscountCourses {
  discount_id: number;
  course_id: number;
}

export interface Discounts {
  id: Generated<number>;
  code: string;
  start_date: string;
  end_date: string;
  is_dollars: Generated<boolean>;
  raw_amount: number;
  raw_min_discount: Generated<number>;
  raw_max_discount: Generated<number>;
  gift_certificate_stack: Generated<boolean>;
  enabled: Generated<boolean>;
  min_players: Generated<number>;
  max_players: Generated<number>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface EmailTemplateVersions {
  id: Generated<number>;
  template:
    | 'receipt'
    | 'course_receipt'
    | 'voucher'
    | 'cancellation'
    | 'gift_certificate_receipt'
    | 'gift_certificate';
  content: string;
  created_at: StampedAt;
  created_by: string;
}

export interface ForeUpAvailabilities {
  id: Generated<number>;
  course_id: number;
  available_date: string;
  available_time: number;
  spots: number[];
  rate_id: number | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  queue_closed_at: NullableInstantColumn;
  starting_side: Generated<string>;
  holes: number | null;
  starts_at: InstantColumn;
  offers: JsonColumn;
  new_at: NullableInstantColumn;
  missed_at: NullableInstantColumn;
  gone_at: NullableInstantColumn;
  queue_closed_by: string | null;
}

export interface FormerNames {
  id: Generated<number>;
  customer_id: number;
  first_name: string;
  last_name: string;
  email: string;
  primary_phone: string | null;
  mobile_phone: string | null;
  email_normal: GeneratedAlways<string>;
  primary_phone_normal: GeneratedAlways<string>;
  mobile_phone_normal: GeneratedAlways<string>;
}

export interface GiftCertificateList {
  id: number;
  created_at: InstantColumn;
  customer_id: number | null;
  raw_value: number;
  raw_balance: number;
  email_delivery: boolean;
  serial: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  internal_memo: string;
  refunded_at: NullableInstantColumn;
}

export interface GiftCertificateSaleConfigurations {
  id: Generated<number>;
  raw_discount: Generated<number>;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface GiftCertificates {
  id: Generated<number>;
  serial: string;
  raw_value: number;
  raw_balance: number;
  who_from: Generated<string>;
  email_delivery: Generated<boolean>;
  mail_recipient: Generated<boolean>;
  greeting: Generated<string>;
  internal_memo: Generated<string>;
  course_id: number | null;
  customer_id: number | null;
  recipient_id: number | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  raw_price: number;
  api_user_id: number | null;
  refunded_at: NullableInstantColumn;
}

export interface HelpfulLinks {
  id: Generated<number>;
  url: string;
  description: string;
  type: Generated<'Helpful' | 'Hotel' | 'PSGR'>;
  order: Generated<number>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface HolidayCourses {
  holiday_id: number;
  course_id: number;
}

export interface Holidays {
  id: Generated<number>;
  name: string;
  start_date: string;
  end_date: string;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface Images {
  id: Generated<number>;
  course_id: number;
  name: string | null;
  media_type: string | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  alt: Generated<string>;
  is_main: Generated<boolean>;
}

export interface ImportFiles {
  id: Generated<number>;
  kind: 'customers' | 'certificates' | 'tee_times';
  file_name: string;
  digest: string | null;
  headings: Generated<string[]>;
  columns: Generated<string[]>;
  row_count: Generated<number>;
  state: Generated<'uploading' | 'mapping' | 'looking' | 'looked' | 'putting_in' | 'in'>;
  import_id: number | null;
  rows_read: Generated<number>;
  good: Generated<number>;
  doubles: Generated<number>;
  refused: Generated<number>;
  failed: string | null;
  staff_user_id: number;
  made_by: string;
  address: string;
  lease: string | null;
  leased_until: NullableInstantColumn;
  left_times: Generated<number>;
  kept_until: InstantColumn;
  done_at: NullableInstantColumn;
  created_at: StampedAt;
  updated_at: StampedAt;
}

export interface ImportPieces {
  import_file_id: number;
  last_line: number;
  rows: Uint8Array;
}

export interface ImportRows {
  import_id: number;
  line: number;
  record: NullableJsonColumn;
  problems: NullableJsonColumn;
  keys: Generated<string[]>;
  double_of: number | null;
  double_of_line: number | null;
  made_id: number | null;
  id: Generated<number>;
  double_by: 'email' | 'phone' | null;
}

export interface Imports {
  id: Generated<number>;
  kind: 'customers' | 'certificates' | 'tee_times';
  digest: string;
  columns: string[];
  is_whole: Generated<boolean>;
  done_at: NullableInstantColumn;
  made: Generated<number>;
  created_at: StampedAt;
  read_at: StampedAt;
}

export interface KnownDevices {
  token_hash: string;
  staff_user_id: number;
  last_used_at: InstantColumn;
}

export interface LeadCalls {
  id: Generated<number>;
  lost_lead_id: number;
  fore_up_availability_id: number | null;
  outcome: 'no_answer' | 'calls_back' | 'not_wanted';
  made_by: string;
  created_at: StampedAt;
}

export interface LedgerEntries {
  id: Generated<number>;
  ledger_transaction_id: number;
  account:
    'tee_time' | 'discount' | 'card' | 'on_account' | 'gift_certificate' | 'certificate_sale' | 'adjustment';
  raw_amount: number;
  tee_time_id: number | null;
  gift_certificate_id: number | null;
  golf_discount_id: number | null;
  created_at: StampedAt;
}

export interface LedgerTransactions {
  id: Generated<number>;
  kind:
    | 'booking'
    | 'change'
    | 'refund'
    | 'refund_failed'
    | 'release'
    | 'certificate_sale'
    | 'certificate_adjustment';
  tee_time_id: number | null;
  gift_certificate_id: number | null;
  operation_id: string | null;
  payment_attempt_id: string | null;
  made_by: Generated<string>;
  memo: Generated<string>;
  created_at: StampedAt;
}

export interface ListRenames {
  subject: 'course' | 'customer';
  subject_id: number;
  created_at: NullableInstantColumn;
  tee_time_id: number | null;
}

export interface LostLeads {
  id: Generated<number>;
  customer_id: number | null;
  course_id: number;
  players: number;
  lead_date: string;
  play_time: string;
  created_at: StampedAt;
  source: Generated<'public' | 'partner' | 'phone'>;
  made_by: string | null;
  tee_time_id: number | null;
  unwanted_at: NullableInstantColumn;
  card_token: string | null;
  card_last4: string | null;
  card_expmo: string | null;
  card_expyr: string | null;
  api_user_id: number | null;
  is_moved: Generated<boolean>;
  card_source: 'public' | 'partner' | 'phone' | null;
}

export interface Maintenances {
  id: Generated<number>;
  course_id: number;
  start_date: string;
  end_date: string;
  description: Generated<string>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface MergedCustomers {
  id: number;
  customer_id: number;
  name: string;
  merged_by: string;
  merged_at: StampedAt;
}

export interface Notices {
  id: Generated<number>;
  kind: string;
  message: string;
  tee_time_id: number | null;
  created_at: StampedAt;
  dismissed_at: NullableInstantColumn;
  dismissed_by: string | null;
  gift_certificate_id: number | null;
  staff_user_id: number | null;
  outbox_id: number | null;
  caused_by: number | null;
}

export interface Operations {
  id: string;
  kind:
    | 'book'
    | 'cancel'
    | 'send'
    | 'adjust'
    | 'change'
    | 'certificate_sale'
    | 'certificate_refund'
    | 'lead'
    | 'create';
  staff_user_id: number | null;
  idempotency_key: string;
  fingerprint: string;
  state: 'running' | 'unknown' | 'settled';
  tee_time_id: number | null;
  plan: NullableJsonColumn;
  lease_until: NullableInstantColumn;
  answer_status: number | null;
  answer: NullableJsonColumn;
  created_at: StampedAt;
  updated_at: StampedAt;
  address: string | null;
  api_user_id: number | null;
  gift_certificate_id: number | null;
}

export interface Outbox {
  id: Generated<number>;
  operation_id: string;
  tee_time_id: number | null;
  gift_certificate_id: number | null;
  kind:
    | 'receipt'
    | 'course_receipt'
    | 'voucher'
    | 'cancellation'
    | 'gift_certificate_receipt'
    | 'gift_certificate'
    | 'report';
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  state: Generated<'waiting' | 'sent' | 'failed' | 'withdrawn'>;
  tries: Generated<number>;
  next_try_at: StampedAt;
  last_error: string | null;
  created_at: StampedAt;
  sent_at: NullableInstantColumn;
  template_version_id: number | null;
  is_trial: Generated<boolean>;
  calendar: string | null;
  file_id: number | null;
  file_name: string | null;
  calendar_sequence: number | null;
}

export interface OutboxFiles {
  id: Generated<number>;
  name: string;
  type: string;
  bytes: Uint8Array;
  created_at: StampedAt;
}

export interface PaymentAllocations {
  payment_attempt_id: string;
  tee_time_id: number | null;
  gift_certificate_id: number | null;
  raw_amount: number;
}

export interface PaymentAttempts {
  id: string;
  operation_id: string;
  kind: 'charge' | 'refund';
  gateway: string;
  raw_amount: number;
  state: 'created' | 'succeeded' | 'declined' | 'unknown' | 'abandoned' | 'reversed' | 'failed';
  handle: string | null;
  payment_id: string | null;
  charge_attempt_id: string | null;
  decline_reason: string | null;
  sent_at: NullableInstantColumn;
  last_asked_at: NullableInstantColumn;
  lease_until: NullableInstantColumn;
  settled_at: NullableInstantColumn;
  created_at: StampedAt;
  card_last4: string | null;
  refused_for:
    'amount_too_small' | 'amount_too_large' | 'card' | 'account' | 'disputed' | 'already_refunded' | null;
  gateway_account: string | null;
}

export interface RateDateRanges {
  id: Generated<number>;
  golf_rate_id: number;
  start: string;
  end: string;
  time_start: Generated<string>;
  time_end: Generated<string>;
  description: Generated<string>;
  rate_days: string[];
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface Rates {
  id: Generated<number>;
  course_id: number;
  type: 'RicGolfRate' | 'ApiGolfRate';
  raw_rate: Generated<number>;
  raw_deposit: Generated<number>;
  raw_service_fee: Generated<number>;
  raw_wholesale_rate: Generated<number>;
  raw_max_refund: Generated<number>;
  raw_non_refundable: Generated<number>;
  raw_course_balance: Generated<number>;
  cancel_hours: Generated<number>;
  max_advance_days: Generated<number>;
  raw_commission: Generated<number>;
  is_commission_dollars: Generated<boolean>;
  raw_golfswitch_commission: Generated<number>;
  is_golfswitch_commission_dollars: Generated<boolean>;
  is_dynamic: Generated<boolean>;
  is_dynamic_greater: Generated<boolean>;
  disabled: Generated<boolean>;
  archived: Generated<boolean>;
  internal_memo: Generated<string>;
  external_memo: Generated<string>;
  rate_sheet_note: Generated<string>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface RecoveryCodes {
  staff_user_id: number;
  code_hash: string;
}

export interface RefundRequests {
  id: Generated<number>;
  tee_time_id: number;
  operation_id: string;
  asked_by_id: number;
  asked_by: string;
  asked_at: InstantColumn;
  lapses_at: InstantColumn;
  cancel: boolean;
  force_cancel: boolean;
  choice: 'standard' | 'full' | 'custom';
  raw_card: number;
  raw_certificate: number;
  reason: Generated<string>;
  seen_at: InstantColumn;
  state: Generated<'waiting' | 'approved' | 'refused' | 'withdrawn' | 'lapsed'>;
  decided_by_id: number | null;
  decided_by: string | null;
  decided_at: NullableInstantColumn;
  why: Generated<string>;
  carried_out_by: string | null;
}

export interface RentalClubs {
  id: Generated<number>;
  course_id: number;
  raw_cost: Generated<number>;
  raw_rate: Generated<number>;
  raw_charge: Generated<number>;
  brand: Generated<string>;
  description: Generated<string>;
  handed: Generated<number>;
  sex: Generated<number>;
  quantity: Generated<number>;
  archived: Generated<boolean>;
  is_dollars: Generated<boolean>;
  raw_commission: Generated<number>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface ReportScheduleRecipients {
  report_schedule_id: number;
  staff_user_id: number;
}

export interface ReportSchedules {
  id: Generated<number>;
  owner_id: number;
  report: string;
  range: 'yesterday' | 'last_week' | 'last_month' | 'this_month' | 'this_year' | 'all_dates' | null;
  comparison: 'year_before' | 'period_before' | null;
  date_type: Generated<'Created' | 'Played'>;
  only_played: Generated<boolean>;
  course_ids: number[] | null;
  repeats: 'daily' | 'weekly' | 'monthly';
  weekday: 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun' | null;
  day_of_month: number | null;
  hour: number;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  paused_at: NullableInstantColumn;
  failures: Generated<number>;
  last_run_at: NullableInstantColumn;
  next_run_at: InstantColumn;
  last_error: string | null;
  asked_at: NullableInstantColumn;
  lease: string | null;
  leased_until: NullableInstantColumn;
}

export interface ReportTickets {
  token_hash: string;
  client: string;
  asked: string;
  expires_at: InstantColumn;
}

export interface RicMessages {
  id: Generated<number>;
  message: Generated<string>;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface SalesChanges {
  id: Generated<number>;
  created_at: InstantColumn;
  tee_time_id: number | null;
}

export interface SalesDays {
  created_on: string;
  summed_by: 'source' | 'course' | 'staff_user';
  source: string | null;
  course_id: number | null;
  staff_user_id: number | null;
  bookings: number;
  rounds: number;
  raw_paid: number;
  raw_on_account: number;
  raw_certificates: number;
  redeemed: number;
  raw_counted_cost: number;
  raw_clubs_cost: number;
  raw_posted_card: number;
  raw_posted_on_account: number;
}

export interface SalesZone {
  id: Generated<number>;
  zone: string | null;
}

export interface SavedViewDefaults {
  staff_user_id: number;
  list: string;
  saved_view_id: number;
}

export interface SavedViews {
  id: Generated<number>;
  owner_id: number;
  list: string;
  name: string;
  filters: JsonColumn;
  sort_fields: Generated<string[]>;
  sort_desc: Generated<boolean[]>;
  columns: string[];
  per_page: Generated<number>;
  is_shared: Generated<boolean>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}

export interface SecondFactors {
  staff_user_id: number;
  secret: string;
  set_up_at: NullableInstantColumn;
  last_step: number | null;
}

export interface SignInFailures {
  account: string;
  address: string;
  failures: number;
  last_failed_at: InstantColumn;
  paused_until: NullableInstantColumn;
}

export interface SignIns {
  client: string;
  staff_user_id: number;
  token_hash: string;
  created_at: StampedAt;
  expires_at: InstantColumn;
  last_input_at: StampedAt;
  ended_at: NullableInstantColumn;
}

export interface StaffUsers {
  id: Generated<number>;
  email: string;
  name: string;
  level: 'admin' | 'sdgr' | 'psgr' | 'hotels';
  password_hash: string;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  removed_at: NullableInstantColumn;
  has_given_password: Generated<boolean>;
}

export interface TeeTimeCounts {
  created_on: string;
  tee_times: number;
  part: Generated<number>;
}

export interface TeeTimeList {
  id: number;
  created_at: InstantColumn;
  customer_id: number;
  course_id: number;
  play_date: string;
  players: number;
  raw_paid: number;
  raw_cost: number;
  state: TeeTimes['state'];
  play_time: string;
  confirmation: string;
  payment_id: string;
  agent: string;
  first_name: string;
  last_name: string;
  email: string;
  primary_phone: string | null;
  course_name: string;
  notes: string;
  internal_notes: string;
}

export interface TeeTimeRentalClubs {
  tee_time_id: number;
  rental_club_id: number;
  quantity: number;
  raw_charge: number;
  raw_cost: Generated<number>;
  raw_commission: Generated<number>;
  is_dollars: Generated<boolean>;
}

export interface TeeTimes {
  id: Generated<number>;
  state: 'pending' | 'booked' | 'cancel_pending' | 'canceled' | 'failed';
  source: 'internal' | 'external' | 'misc';
  agent: string;
  staff_user_id: number | null;
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
  pipedrive_deal_id: number | null;
  availability_queue_id: number | null;
  gift_certificate_id: number | null;
  golf_discount_id: number | null;
  raw_charge: number;
  raw_rental_amount: Generated<number>;
  raw_discount_amount: Generated<number>;
  raw_gift_certificate_amount: Generated<number>;
  raw_total: number;
  is_card: Generated<boolean>;
  raw_paid: Generated<number>;
  raw_cost: Generated<number>;
  payment_id: Generated<string>;
  golf_rate_id: number | null;
  players_booked: number;
  rate_type: string | null;
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
  canceled_at: NullableInstantColumn;
  canceled_by: string | null;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
  lost_lead_id: number | null;
  agent_email: Generated<string>;
  raw_open: Generated<number>;
  api_user_id: number | null;
}

export interface Turns {
  subject: 'open_time' | 'queue_entry' | 'lead';
  subject_id: number;
  holder: string;
  staff_user_id: number;
  staff_name: string;
  began_at: StampedAt;
  ends_at: InstantColumn;
  doing: Generated<'booking' | 'calling'>;
}

export interface WebhookDeliveries {
  id: Generated<number>;
  event_id: string;
  endpoint_id: number;
  subject: string;
  state: Generated<'waiting' | 'accepted' | 'failed'>;
  tries: Generated<number>;
  next_try_at: StampedAt;
  tried_at: NullableInstantColumn;
  status: number | null;
  answer: Generated<string>;
  last_error: string | null;
}

export interface WebhookEndpoints {
  id: Generated<number>;
  api_user_id: number;
  url: string;
  kinds: string[];
  is_on: Generated<boolean>;
  secret: string;
  created_at: StampedAt;
  changed_at: StampedAt;
}

export interface WebhookEvents {
  id: Generated<string>;
  api_user_id: number;
  kind: string;
  subject: string;
  payload: JsonColumn;
  created_at: StampedAt;
}

export interface Tables {
  allowances: Allowances;
  api_actions: ApiActions;
  api_key_requests: ApiKeyRequests;
  api_keys: ApiKeys;
  api_users: ApiUsers;
  audit_entries: AuditEntries;
  audit_seals: AuditSeals;
  availability_queues: AvailabilityQueues;
  certificate_holds: CertificateHolds;
  course_checks: CourseChecks;
  course_counts: CourseCounts;
  course_days: CourseDays;
  course_group_actions: CourseGroupActions;
  course_group_courses: CourseGroupCourses;
  course_group_users: CourseGroupUsers;
  course_groups: CourseGroups;
  course_hosts: CourseHosts;
  course_sources: CourseSources;
  courses: Courses;
  customers: Customers;
  discount_courses: DiscountCourses;
  discounts: Discounts;
  email_template_versions: EmailTemplateVersions;
  fore_up_availabilities: ForeUpAvailabilities;
  former_names: FormerNames;
  gift_certificate_list: GiftCertificateList;
  gift_certificate_sale_configurations: GiftCertificateSaleConfigurations;
  gift_certificates: GiftCertificates;
  helpful_links: HelpfulLinks;
  holiday_courses: HolidayCourses;
  holidays: Holidays;
  images: Images;
  import_files: ImportFiles;
  import_pieces: ImportPieces;
  import_rows: ImportRows;
  imports: Imports;
  known_devices: KnownDevices;
  lead_calls: LeadCalls;
  ledger_entries: LedgerEntries;
  ledger_transactions: LedgerTransactions;
  list_renames: ListRenames;
  lost_leads: LostLeads;
  maintenances: Maintenances;
  merged_customers: MergedCustomers;
  notices: Notices;
  operations: Operations;
  outbox: Outbox;
  outbox_files: OutboxFiles;
  payment_allocations: PaymentAllocations;
  payment_attempts: PaymentAttempts;
  rate_date_ranges: RateDateRanges;
  rates: Rates;
  recovery_codes: RecoveryCodes;
  refund_requests: RefundRequests;
  rental_clubs: RentalClubs;
  report_schedule_recipients: ReportScheduleRecipients;
  report_schedules: ReportSchedules;
  report_tickets: ReportTickets;
  ric_messages: RicMessages;
  sales_changes: SalesChanges;
  sales_days: SalesDays;
  sales_zone: SalesZone;
  saved_view_defaults: SavedViewDefaults;
  saved_views: SavedViews;
  second_factors: SecondFactors;
  sign_in_failures: SignInFailures;
  sign_ins: SignIns;
  staff_users: StaffUsers;
  tee_time_counts: TeeTimeCounts;
  tee_time_list: TeeTimeList;
  tee_time_rental_clubs: TeeTimeRentalClubs;
  tee_times: TeeTimes;
  turns: Turns;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_events: WebhookEvents;
}
