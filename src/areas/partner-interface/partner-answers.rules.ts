import { moneyText } from '../../contract/money.ts';
import type { PartnerCode } from '../../contract/partners/partners.ts';
import type { Booked } from '../booking/booking.contract.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../tee-times/status/status.rules.ts';
import type { PartnerBooking, PartnerPrice } from './partner-wire.contract.ts';

/** Returns a price in the partner's form: cents, and dollars beside them. */
export const partnerPrice = ({
  charge,
  rental,
  discount,
  certificate,
  total,
}: Booked['tee_time']['totals']): PartnerPrice => ({
  raw_charge: charge,
  raw_rental: rental,
  raw_discount: discount,
  raw_gift_certificate: certificate,
  raw_total: total,
  charge: moneyText(charge),
  rental: moneyText(rental),
  discount: moneyText(discount),
  gift_certificate: moneyText(certificate),
  total: moneyText(total),
});

/** Translates the desk's answer to a booking into the partner's. */
export const partnerBooking = ({ tee_time }: Booked): PartnerBooking => ({
  id: tee_time.id,
  status: 'booked',
  confirmation: tee_time.confirmation,
  course_id: tee_time.course.id,
  course_name: tee_time.course.course_name,
  play_date: tee_time.play_date,
  play_time: tee_time.play_time,
  players: tee_time.players,
  price: partnerPrice(tee_time.totals),
});

export const THE_OFFICE_CANCELS =
  'No course system holds this booking: the office cancels it at the course. Please ask the office.';
/** Translates the desk's message about a cancellation for a partner, who must not call the course. */
export const officeText = (message: string): string =>
  message === INTERNAL_TEE_TIME_TEXT ? THE_OFFICE_CANCELS : message;

export type PartnerRejection = {
  status: number;
  code: PartnerCode;
  message?: string;
  fields: Record<string, string[]>;
};

// The partner's field for each field of the desk's forms.
const FIELDS: Record<string, string> = {
  'credit_card.number': 'card.token',
  charge: 'card',
  course: 'course_id',
  golf_rate: 'open_time_id',
  play_date: 'open_time_id',
  play_time: 'open_time_id',
};

/** Translates validation errors into the partner's field names. */
export function partnerRejection(errors: Record<string, string[]>): PartnerRejection {
  const fields: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(errors))
    (fields[FIELDS[name] ?? name] ??= []).push(...messages);
  const [changed] = errors['shown_total'] ?? errors['shown_price'] ?? [];
  if (changed !== undefined && Object.keys(errors).length === 1)
    return { status: 409, code: 'price_changed', message: changed, fields };
  return { status: 422, code: 'invalid', fields };
}

/** Returns why the card was not charged, from an operation's answer; null if it was rejected for another reason. */
export function declineIn(errors: Record<string, string[]>): PartnerRejection | null {
  const [reason] = errors['credit_card.number'] ?? [];
  if (reason === undefined) return null;
  return { status: 402, code: 'card_declined', message: reason, fields: { 'card.token': [reason] } };
}
