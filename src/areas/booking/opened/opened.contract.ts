import { z } from 'zod';
import { DateOnly, SentRecordId } from '../../../contract/wire.ts';

/** The record that a booking was opened from: an open time, a queue entry or a lost lead. */
export const BookingOriginIds = z.object({
  availability_id: SentRecordId.optional(),
  queue_id: SentRecordId.optional(),
  lead_id: SentRecordId.optional(),
});
export type BookingOriginIds = z.output<typeof BookingOriginIds>;

const OpenTime = z.object({
  id: z.number(),
  course_id: z.number(),
  available_date: DateOnly,
  /** The time at the course as a number: 742 is 07:42. */
  available_time: z.number(),
  holes: z.number().nullable(),
  starting_side: z.string(),
});
const Lead = z.object({
  course_id: z.number(),
  course_name: z.string(),
  lead_date: DateOnly,
  /** The e-mail of the lead's customer; '' if it is missing. */
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_booked: z.boolean(),
  is_unwanted: z.boolean(),
  /** The lead's place in the queue, 1 for the oldest lead; null if the booking was opened from the lead itself. */
  queue_position: z.number().nullable(),
  is_closed: z.boolean(),
});
/**
 * The open time and the lead that a booking was opened from. Each is null if it was not requested or does not exist.
 * For a queue entry, the open time is the entry's.
 */
export const BookingOrigin = z.object({ open_time: OpenTime.nullable(), lead: Lead.nullable() });
export type BookingOrigin = z.infer<typeof BookingOrigin>;
