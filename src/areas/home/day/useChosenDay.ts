import { useNavigate, useSearch } from '@tanstack/react-router';
import { parsePastDay, whyInvalidDay } from './past-day.rules.ts';

/**
 * Returns the day whose figures the home screen shows. The screen's address holds the day unless it is today, as `2026-11-22` or as
 * people type a day. If the address holds no valid day, `refused` is its text and the day is today.
 */
export function useChosenDay(today: string) {
  const { date }: { date?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const requested = date === undefined ? today : String(date);
  const read = whyInvalidDay(requested, today) === null ? parsePastDay(requested, today) : null;
  const choose = (chosen: string): void =>
    void navigate({ to: '.', search: chosen === today ? {} : { date: chosen }, resetScroll: false });
  return { day: read ?? today, refused: read === null ? requested : null, choose };
}
