import { daysFrom } from '../../../contract/typed/day-ranges.ts';
import { useBusiness } from '../../business/business.ts';
import { Button } from '../../components/Button.tsx';
import type { Filters } from '../list-search-params.ts';

type Of = { list: { filters: Filters; search: (filters: Filters) => void } };

/** A switch that hides past records, for lists with an `end_date`; it sets an ordinary filter. */
export function UpcomingOnly({ list: { filters, search } }: Of) {
  const { today } = useBusiness();
  const upcoming = daysFrom(today);
  const isOn = filters['end_date'] === upcoming;
  return (
    <Button aria-pressed={isOn} onClick={() => search({ ...filters, end_date: isOn ? '' : upcoming })}>
      Current and upcoming
    </Button>
  );
}
