import { z } from 'zod';
import { openJournal } from '../../journal.ts';
import { unrefDelay } from '../../simulator.ts';
import { COURSE_SYSTEMS } from '../course-system.ts';

/*
 * The simulator stores no reservations: it accepts a cancellation of any confirmation number, whose ending decides:
 * - `-R`: refused, "Reservation can no longer be canceled online."
 * - `-N`: refused, because there is no such reservation.
 * - `-T`: never answered and never canceled, however often the cancellation is tried.
 * - `-U`: canceled at the first attempt and never answered, however often the cancellation is tried.
 * - `-L`: canceled at once, answered only after 12 seconds; a repeated cancellation is answered at once.
 * - `-E`: answered with a 500 once, without canceling; a repeated cancellation succeeds.
 * All other reservations are canceled. A second cancellation is answered in each course system's own way.
 */

const CanceledReservation = z.object({
  system: z.enum(COURSE_SYSTEMS),
  course_ref: z.string(),
  confirmation: z.string(),
  canceled_at: z.string(),
});
export type CanceledReservation = z.infer<typeof CanceledReservation>;
type Reservation = Omit<CanceledReservation, 'canceled_at'>;

export type CancelingResult = 'canceled' | 'already' | 'too_late' | 'unknown' | 'failed' | 'hang';
export const CANCELED_TOO_LATE_TEXT = 'Reservation can no longer be canceled online.';
export const NO_RESERVATION_TEXT = 'No reservation with this confirmation number was found.';

export type CancellationJournal = {
  cancel(reservation: Reservation): Promise<CancelingResult>;
  isCanceled(reservation: Reservation): boolean;
  /** Returns the cancellations, oldest first. */
  canceled(): CanceledReservation[];
  close(): Promise<void>;
};

/** Opens the journal of cancellations in `file`; each cancellation is synced to the disk before it is answered. */
export async function openCancellationJournal(
  file: string,
  answerLateMs: number,
): Promise<CancellationJournal> {
  const journal = await openJournal(file, CanceledReservation);
  const book = new Map(journal.found.map((line) => [keyOf(line), line]));
  const failedOnce = new Set<string>();
  const write = async (reservation: Reservation): Promise<boolean> => {
    const before = book.has(keyOf(reservation));
    if (!before) {
      const line = { ...reservation, canceled_at: new Date().toISOString() };
      book.set(keyOf(line), line);
      journal.append(line);
    }
    await journal.durable();
    return before;
  };
  return {
    async cancel(reservation) {
      const ending = reservation.confirmation.slice(-2).toUpperCase();
      if (ending === '-R') return 'too_late';
      if (ending === '-N') return 'unknown';
      if (ending === '-T') return 'hang';
      if (ending === '-E' && !failedOnce.has(keyOf(reservation))) {
        failedOnce.add(keyOf(reservation));
        return 'failed';
      }
      const before = await write(reservation);
      if (ending === '-L' && !before) await unrefDelay(answerLateMs);
      if (ending === '-U') return 'hang';
      return before ? 'already' : 'canceled';
    },
    isCanceled: (reservation) => book.has(keyOf(reservation)),
    canceled: () => [...book.values()],
    close: () => journal.close(),
  };
}

const keyOf = ({ system, course_ref, confirmation }: Reservation) =>
  JSON.stringify([system, course_ref, confirmation]);
