import { openDayRangeFrom } from '../../../contract/typed/day-ranges.ts';
import { useBusinessSettings } from '../../business/business.ts';
import { Button } from '../../components/Button.tsx';
import type { FilterValues } from '../list-search-params.ts';

type Of = { list: { filters: FilterValues; search: (filters: FilterValues) => void } };

/** A switch that hides past records, for lists with an `end_date`; it sets an ordinary filter. */
export function UpcomingOnlySwitch({ list: { filters, search } }: Of) {
  const { today } = useBusinessSettings();
  const upcoming = openDayRangeFrom(today);
  const isOn = filters['end_date'] === upcoming;
  return (
    <Button aria-pressed={isOn} onClick={() => search({ ...filters, end_date: isOn ? '' : upcoming })}>
      Current and upcoming
    </Button>
  );
}
