/** Where a tee time stands in the store; only a compare-and-set moves it. */
export type TeeTimeState = 'pending' | 'booked' | 'cancel_pending' | 'canceled' | 'failed';

/** What staff read as its status. */
export type TeeTimeStatus = 'pending' | 'booked' | 'played' | 'canceled' | 'failed';

type WallClock = { date: string; time: string };

/** The status of a tee time on the wall clock of the course, at its play time already played. */
export function statusOf(
  teeTime: { state: TeeTimeState; play_date: string; play_time: string },
  now: WallClock,
): TeeTimeStatus {
  if (teeTime.state === 'cancel_pending') return 'pending';
  return teeTime.state === 'booked' && hasPassed(teeTime, now) ? 'played' : teeTime.state;
}

function hasPassed(teeTime: { play_date: string; play_time: string }, { date, time }: WallClock): boolean {
  return `${teeTime.play_date} ${teeTime.play_time.slice(0, 5)}` <= `${date} ${time.slice(0, 5)}`;
}

export const INTERNAL = 'INTERNAL';

/** Whether no course system holds the reservation, so that the course has to be called to cancel it. */
export function isInternal(teeTime: { confirmation: string | null; internal_only: boolean }): boolean {
  const confirmation = teeTime.confirmation?.trim().toUpperCase() || INTERNAL;
  return teeTime.internal_only || confirmation === INTERNAL;
}
