import { Link } from '@tanstack/react-router';
import type { Period } from '../../sales/period.contract.ts';

type Props = {
  to: string;
  period: Period;
  today: string;
  /** The name of the list, for screen readers. */ of: string;
};

/** Links to the list behind a card, filtered to the card's day or month. */
export const ViewAllLink = ({ to, period: { isMonthly, date }, today, of }: Props) => (
  <Link
    to={to}
    search={{ monthly: isMonthly, ...(date !== today && { date }) }}
    aria-label={`View all: ${of}`}
  >
    View all
  </Link>
);
