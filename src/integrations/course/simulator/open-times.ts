import type { PriceOffer, OpenTime } from '../course-system.ts';
import type { SimulatedCourse } from './courses.ts';
import { simulatedTeeSheet, type SimulatedSlot } from './tee-sheet.ts';

/**
 * Returns the open times that a scrape of a simulated course would find, computed without a request, so that the
 * demonstration can start with them.
 */
export const simulatedOpenTimes = (course: SimulatedCourse, date: string, now: Date): OpenTime[] =>
  simulatedTeeSheet(course, date, now)
    .slots.flatMap((slot) => readAt[course.system](slot, course))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const keyOf = ({ time, starting_side, holes }: OpenTime): string =>
  `${time} ${starting_side ?? ''} ${String(holes ?? 0).padStart(2, '0')}`;

type Read = (slot: SimulatedSlot, course: SimulatedCourse) => OpenTime[];
const readAt: Record<SimulatedCourse['system'], Read> = {
  fore_up: (slot, { number }) =>
    slot.holes.map((holes) => ({
      ...timeOf(slot, { starting_side: slot.side, holes }),
      offers: [
        {
          ...NOTHING_SAID,
          rate_name: 'Main',
          booking_class: '5',
          cart: 'optional',
          raw_green_fee: slot.raw_green_fee[holes],
          raw_cart_fee: slot.raw_cart,
          raw_taxes_and_fees: 225,
          offer_ref: `${number}-${slot.date}-${slot.place}-${holes}`,
        },
      ],
    })),
  golfnow: (slot, { number }) =>
    slot.side === 'Back'
      ? []
      : slot.holes.map((holes) => ({
          ...timeOf(slot, { starting_side: null, holes }),
          offers: [
            {
              ...NOTHING_SAID,
              rate_name: holes === 9 ? 'Nine with cart' : 'Prepaid with cart',
              booking_class: '1',
              cart: 'included',
              raw_green_fee: slot.raw_green_fee[holes],
              raw_taxes_and_fees: 299,
              raw_due_online: slot.raw_green_fee[holes] + 299,
              raw_due_at_course: 0,
              raw_regular_fee: slot.raw_green_fee[holes] + 1_000,
              offer_ref: String(
                -1 * (number * 10_000_000 + Number(slot.date.slice(8)) * 10_000 + slot.place * 20 + holes),
              ),
            },
          ],
        })),
  golfswitch: (slot) =>
    slot.side === 'Back' || !slot.holes.includes(18)
      ? []
      : [
          {
            ...timeOf(slot, { starting_side: null, holes: null }),
            offers: [
              {
                ...NOTHING_SAID,
                raw_green_fee: slot.raw_green_fee[18],
                raw_taxes_and_fees: 250,
                raw_due_online: 1_550,
                raw_regular_fee: slot.raw_green_fee[18] + 1_500,
                offer_ref: `F${slot.place}`,
              },
            ],
          },
        ],
  club_prophet: (slot, { number }) =>
    slot.holes.map((holes) => ({
      ...timeOf(slot, { starting_side: slot.side, holes }),
      offers: [
        {
          ...NOTHING_SAID,
          rate_name: 'Public online',
          booking_class: 'R',
          cart: 'optional',
          raw_green_fee: slot.raw_green_fee[holes],
          raw_cart_fee: slot.raw_cart,
          raw_taxes_and_fees: 150,
          offer_ref: `${number * 1000 + slot.place} GreenFee${holes}Online`,
        },
      ],
    })),
};

const NOTHING_SAID: PriceOffer = {
  rate_name: null,
  booking_class: null,
  currency: 'USD',
  raw_green_fee: null,
  raw_cart_fee: null,
  raw_taxes_and_fees: null,
  raw_due_online: null,
  raw_due_at_course: null,
  raw_regular_fee: null,
  cart: 'unknown',
  is_instant: true,
  offer_ref: '',
};

const timeOf = (
  { date, time, starts_at, sizes }: SimulatedSlot,
  at: Pick<OpenTime, 'starting_side' | 'holes'>,
): Omit<OpenTime, 'offers'> => ({ date, time, ...at, starts_at: starts_at.toISOString(), spots: sizes });
