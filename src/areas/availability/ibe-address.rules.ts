/** The parameters of an address that opens the booking engine. */
export type ProvidedRound = {
  providedCourseId?: number;
  /** `YYYY-MM-DD` */
  providedDateString?: string;
  /** `HH:MM` */
  providedTime?: string;
  providedPlayers?: number;
  providedFirstName?: string;
  providedLastName?: string;
  providedPostCode?: string;
  providedEmail?: string;
  providedQueueId?: number;
  /** Not in the specification: the open time and the lead that are booked. */
  providedAvailabilityId?: number;
  providedLeadId?: number;
};

/** Returns the booking engine's address with these values; empty ones are left out. */
export function ibeAddress(provided: ProvidedRound): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(provided)) if (value !== '') query.set(name, String(value));
  return `/ibe?${query.toString()}`;
}

/** Returns a time of the list as a clock: 742 is `07:42`. */
export const clockParam = (available_time: number): string =>
  String(available_time)
    .padStart(4, '0')
    .replace(/(\d\d)$/, ':$1');
