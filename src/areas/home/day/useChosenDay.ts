import { useNavigate, useSearch } from '@tanstack/react-router';
import { isCalendarDay } from '../../../contract/dates.ts';

/**
 * The day that home sums up, which stands in the address where it is not today. `refused` is what the address has and is no
 * such day; today is shown then.
 */
export function useChosenDay(today: string) {
  const { date }: { date?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const asked = date === undefined ? today : String(date);
  const isDay = isCalendarDay(asked) && asked <= today;
  const choose = (chosen: string): void =>
    void navigate({ to: '.', search: chosen === today ? {} : { date: chosen }, resetScroll: false });
  return { day: isDay ? asked : today, refused: isDay ? null : asked, choose };
}
