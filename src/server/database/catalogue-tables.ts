import type { Generated, GeneratedAlways } from 'kysely';
import type { Id, Instant, Kept, Maybe, MaybeDecimal, MaybeInstant, StampedAt } from './columns.ts';

export interface StaffUsers extends Kept {
  email: string;
  name: string;
  level: 'admin' | 'sdgr' | 'psgr' | 'hotels';
  password_hash: string;
  removed_at: MaybeInstant;
}

export interface SignIns {
  client: string;
  staff_user_id: number;
  token_hash: string;
  created_at: StampedAt;
  expires_at: Instant;
  last_input_at: StampedAt;
  ended_at: MaybeInstant;
}

export interface SignInFailures {
  account: string;
  address: string;
  failures: number;
  last_failed_at: Instant;
  paused_until: MaybeInstant;
}

export interface HelpfulLinks extends Kept {
  url: string;
  description: string;
  type: Generated<'Helpful' | 'Hotel' | 'PSGR'>;
  order: Generated<number>;
}

export interface RicMessages {
  id: Generated<number>;
  message: Generated<string>;
  updated_at: StampedAt;
  updated_by: Maybe<string>;
}

export interface Notices {
  id: Id;
  kind: string;
  message: string;
  tee_time_id: Maybe<number>;
  created_at: StampedAt;
  dismissed_at: MaybeInstant;
  dismissed_by: Maybe<string>;
}

export interface Courses extends Kept {
  course_name: string;
  display_name: Maybe<string>;
  address: Maybe<string>;
  address_2: Maybe<string>;
  city: Maybe<string>;
  subdivision: Maybe<string>;
  postcode: Maybe<string>;
  country_alpha2: Generated<Maybe<string>>;
  phone: Maybe<string>;
  email: Maybe<string>;
  rate_required: Generated<boolean>;
  internal_only: Generated<boolean>;
  is_realtime: Generated<boolean>;
  inactive: Generated<boolean>;
  raw_cart_rate: Maybe<number>;
  days_out_to_scrape: Maybe<number>;
  round_limit: Maybe<number>;
  description: Maybe<string>;
  quality: Generated<number>;
  position: Generated<number>;
  raw_price_min: Maybe<number>;
  raw_price_max: Maybe<number>;
  distance_from_airport: MaybeDecimal;
  image_url: Maybe<string>;
  gs_id: Maybe<string>;
  gs_xid: Maybe<string>;
  golfnow_id: Maybe<string>;
  club_prophet_id: Maybe<string>;
  fore_up_id: Maybe<string>;
}

export interface Holidays extends Kept {
  name: string;
  start_date: string;
  end_date: string;
}

export interface HolidayCourses {
  holiday_id: number;
  course_id: number;
}

export interface Maintenances extends Kept {
  course_id: number;
  start_date: string;
  end_date: string;
  description: Generated<string>;
}

export interface Rates extends Kept {
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
}

export interface RateDateRanges extends Kept {
  golf_rate_id: number;
  start: string;
  end: string;
  time_start: Generated<string>;
  time_end: Generated<string>;
  description: Generated<string>;
  rate_days: string[];
}

export interface RentalClubs extends Kept {
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
}

export interface Customers extends Kept {
  type: Generated<'Customer' | 'GiftCertificateRecipient'>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  address: Maybe<string>;
  address_2: Maybe<string>;
  address_3: Maybe<string>;
  city: Maybe<string>;
  subdivision: Maybe<string>;
  postcode: Maybe<string>;
  country_alpha2: Maybe<string>;
  primary_phone: Maybe<string>;
  mobile_phone: Maybe<string>;
  legacy_address: Maybe<string>;
  email_normal: GeneratedAlways<string>;
  primary_phone_normal: GeneratedAlways<string>;
  mobile_phone_normal: GeneratedAlways<string>;
}

export interface Discounts extends Kept {
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
}

export interface DiscountCourses {
  discount_id: number;
  course_id: number;
}

export interface GiftCertificates extends Kept {
  serial: string;
  raw_value: number;
  raw_balance: number;
  who_from: Generated<string>;
  email_delivery: Generated<boolean>;
  mail_recipient: Generated<boolean>;
  greeting: Generated<string>;
  internal_memo: Generated<string>;
  course_id: Maybe<number>;
  customer_id: Maybe<number>;
  recipient_id: Maybe<number>;
}

/** Kept by the database beside gift_certificates, with the purchaser's names; nobody else writes it. */
export type GiftCertificateList = Pick<
  GiftCertificates,
  | 'id'
  | 'created_at'
  | 'customer_id'
  | 'raw_value'
  | 'raw_balance'
  | 'email_delivery'
  | 'serial'
  | 'internal_memo'
> & { first_name: Maybe<string>; last_name: Maybe<string>; email: Maybe<string> };

export interface GiftCertificateSaleConfigurations {
  id: Generated<number>;
  raw_discount: Generated<number>;
  updated_at: StampedAt;
  updated_by: Maybe<string>;
}

export interface CourseGroups extends Kept {
  group_name: string;
}

export interface CourseGroupCourses {
  course_group_id: number;
  course_id: number;
}

export interface CourseGroupActions {
  course_group_id: number;
  api_action_id: number;
}

export interface CourseGroupUsers {
  course_group_id: number;
  api_user_id: number;
}

export interface ApiActions {
  id: Id;
  api_action_name: string;
}

export interface ApiUsers {
  id: Id;
  api_user_name: string;
  key_hash: string;
  created_at: StampedAt;
}

export interface Images extends Kept {
  course_id: number;
  name: Maybe<string>;
  media_type: Maybe<string>;
  width: Maybe<number>;
  height: Maybe<number>;
  bytes: Maybe<number>;
}
