/** What the booking engine may be opened with, by the names that its address has. */
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
  /** Ours: the open time and the lead that are booked. */
  providedAvailabilityId?: number;
  providedLeadId?: number;
};

/** The booking engine's address, prefilled; what is empty is left out. */
export function ibeAddress(provided: ProvidedRound): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(provided)) if (value !== '') query.set(name, String(value));
  return `/ibe?${query.toString()}`;
}

/** A time of the list as a clock: 742 is `07:42`. */
export const clockOf = (available_time: number): string =>
  String(available_time)
    .padStart(4, '0')
    .replace(/(\d\d)$/, ':$1');
