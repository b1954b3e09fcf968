import { z } from 'zod';
import { openJournal } from '../journal.ts';
import {
  startStandIn,
  wait,
  type Asked,
  type ListenAt,
  type StandIn,
  type StandInAnswer,
} from '../stand-in.ts';

/*
 * Plays the four course systems. It knows no reservations: every confirmation is taken for one, and its ending decides:
 * - `-R`: refused, "Reservation can no longer be canceled online."
 * - `-N`: refused, there is no such reservation.
 * - `-T`: never answered and never canceled, however often it is tried.
 * - `-U`: canceled at the first try and never answered, however often it is tried.
 * - `-L`: canceled at once, answered only after 12 seconds; a repeat is answered at once.
 * - `-E`: answered with a 500 once, without canceling; a repeat cancels.
 * All others are canceled. Canceling twice answers canceled again.
 */

type BuiltInCourseSystemSettings = ListenAt & {
  file: string;
  /** After how many milliseconds a confirmation ending in `-L` is answered. */
  answerLateMs?: number | undefined;
};
export type BuiltInCourseSystem = StandIn & {
  /** What was canceled, oldest first. */
  cancellations(): CanceledReservation[];
};

const CanceledReservation = z.object({
  system: z.enum(['fore_up', 'golfnow', 'golfswitch', 'club_prophet']),
  course_ref: z.string(),
  confirmation: z.string(),
  canceled_at: z.string(),
});
type CanceledReservation = z.infer<typeof CanceledReservation>;

const Reservation = CanceledReservation.omit({ canceled_at: true });
type Reservation = z.infer<typeof Reservation>;

const canceled: StandInAnswer = { status: 200, body: { state: 'canceled' } };
const refused = (status: number, message: string): StandInAnswer => ({ status, body: { message } });
const failed = refused(500, 'Something went wrong at the course system.');
const WITHOUT_CANCELING = new Map<string, StandInAnswer>([
  ['-R', refused(409, 'Reservation can no longer be canceled online.')],
  ['-N', refused(404, 'No reservation with this confirmation number was found.')],
  ['-T', 'hang'],
]);

/** Starts the stand-in for the course systems; what it canceled is kept in `file`, synced before it answers. */
export async function startBuiltInCourseSystem(
  settings: BuiltInCourseSystemSettings,
): Promise<BuiltInCourseSystem> {
  const journal = await openJournal(settings.file, CanceledReservation);
  const book = new Map(journal.found.map((line) => [keyOf(line), line]));
  const failedOnce = new Set<string>();

  /** Answers whether it was canceled before. */
  const cancel = async (reservation: Reservation): Promise<boolean> => {
    const before = book.has(keyOf(reservation));
    if (!before) {
      const line = { ...reservation, canceled_at: new Date().toISOString() };
      book.set(keyOf(line), line);
      journal.append(line);
    }
    await journal.durable();
    return before;
  };
  const answer = async (asked: Asked): Promise<StandInAnswer> => {
    const reservation = reservationOf(asked);
    if (!reservation) return { status: 400, body: { message: 'There is nothing here.' } };
    const ending = reservation.confirmation.slice(-2).toUpperCase();
    const without = WITHOUT_CANCELING.get(ending);
    if (without) return without;
    if (ending === '-E' && !failedOnce.has(keyOf(reservation))) {
      failedOnce.add(keyOf(reservation));
      return failed;
    }
    const before = await cancel(reservation);
    if (ending === '-L' && !before) await wait(settings.answerLateMs ?? 12_000);
    return ending === '-U' ? 'hang' : canceled;
  };

  const server = await startStandIn(settings, answer).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  return {
    url: server.url,
    cancellations: () => [...book.values()],
    async close() {
      await server.close();
      await journal.close();
    },
  };
}

const keyOf = ({ system, course_ref, confirmation }: Reservation) =>
  JSON.stringify([system, course_ref, confirmation]);

function reservationOf({ method, path }: Asked): Reservation | null {
  const [system, courses, course_ref, reservations, confirmation, verb, ...rest] = path;
  const isCancel =
    method === 'POST' && courses === 'courses' && reservations === 'reservations' && verb === 'cancel';
  const reservation = Reservation.safeParse({ system, course_ref, confirmation });
  return isCancel && rest.length === 0 && reservation.success ? reservation.data : null;
}
