import { moneyText } from '../../contract/money.ts';
import type { BookingResult } from '../booking/booking.contract.ts';
import type { PartnerBooking, PartnerPrice } from './partner-wire.contract.ts';

/** Returns a price as partners receive it, in cents and in dollars. */
export const partnerPrice = ({
  charge,
  rental,
  discount,
  certificate,
  total,
}: BookingResult['tee_time']['totals']): PartnerPrice => ({
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

/** Converts the answer to a booking by staff into the answer to a partner. */
export const partnerBooking = ({ tee_time }: BookingResult): PartnerBooking => ({
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
