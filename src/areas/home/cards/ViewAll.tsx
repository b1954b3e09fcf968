import { Link } from '@tanstack/react-router';
import type { Period } from '../../sales/period.contract.ts';

type Props = {
  to: string;
  period: Period;
  today: string;
  /** Whose list it is, for who hears the link alone. */ of: string;
};

/** The list of what a card sums up: of the current month or day, or of the chosen one. */
export const ViewAll = ({ to, period: { isMonthly, date }, today, of }: Props) => (
  <Link
    to={to}
    search={{ monthly: isMonthly, ...(date !== today && { date }) }}
    aria-label={`View all: ${of}`}
  >
    View all
  </Link>
);
