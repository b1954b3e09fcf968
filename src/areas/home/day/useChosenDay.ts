import { useNavigate, useSearch } from '@tanstack/react-router';
import { parsePastDay, whyNoDay } from './past-day.rules.ts';

/**
 * Returns the day that home sums up. It is in the address unless it is today, as `2026-11-22` or as people say it. `refused` is
 * the address's text if it is no such day; today is shown then.
 */
export function useChosenDay(today: string) {
  const { date }: { date?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const requested = date === undefined ? today : String(date);
  const read = whyNoDay(requested, today) === null ? parsePastDay(requested, today) : null;
  const choose = (chosen: string): void =>
    void navigate({ to: '.', search: chosen === today ? {} : { date: chosen }, resetScroll: false });
  return { day: read ?? today, refused: read === null ? requested : null, choose };
}
