/** The parameters of an address that opens the booking engine. */
export type BookingEngineParams = {
  providedCourseId?: number;
  /** The play date as `YYYY-MM-DD`. */
  providedDateString?: string;
  /** The play time as `HH:MM`. */
  providedTime?: string;
  providedPlayers?: number;
  providedFirstName?: string;
  providedLastName?: string;
  providedPostCode?: string;
  providedEmail?: string;
  providedQueueId?: number;
  /** Not in the specification: the id of the open time to book, and of the lead. */
  providedAvailabilityId?: number;
  providedLeadId?: number;
};

/** Returns the booking engine's address with the given values; empty values are left out. */
export function bookingEngineAddress(provided: BookingEngineParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(provided)) if (value !== '') query.set(name, String(value));
  return `/ibe?${query.toString()}`;
}

/** Returns an open time's numeric clock as `HH:MM`: `07:42` for 742. */
export const openTimeClockParam = (available_time: number): string =>
  String(available_time)
    .padStart(4, '0')
    .replace(/(\d\d)$/, ':$1');
