import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import type { DateDirection } from '../../../contract/typed/date-direction.ts';
import { useBusiness } from '../../business/business.ts';
import { DayPicker } from './DayPicker.tsx';

/** The calendar of a month to pick a day from, opened at the typed day. */
export function TypedDayPicker({
  typed,
  lean,
  pick,
}: {
  typed: string;
  lean: DateDirection;
  pick: (day: string) => void;
}) {
  const { today } = useBusiness();
  return <DayPicker day={parseTypedDay(typed, today, lean)} pick={pick} />;
}
