import { useSearch } from '@tanstack/react-router';

/** How a list of a period is told from that of all. */
export const PERIOD = { monthly: ', this month', daily: ', today' } as const;

/** The query type that `monthly` in the address asks for: 'true' is the current month, any other value the current day, absent all. */
export function useQueryType(): 'monthly' | 'daily' | undefined {
  const { monthly }: { monthly?: unknown } = useSearch({ strict: false });
  if (monthly === undefined) return undefined;
  return String(monthly) === 'true' ? 'monthly' : 'daily';
}
