import { daysFrom } from '../../../contract/typed/day-ranges.ts';
import { useBusiness } from '../../business/business.ts';
import { Button } from '../../components/Button.tsx';
import type { Filters } from '../asked.ts';

type Of = { list: { filters: Filters; search: (filters: Filters) => void } };

/** Leaves out what is over: a switch for lists of what has an `end_date`, which is a filter like any other. */
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
