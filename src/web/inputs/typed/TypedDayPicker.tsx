import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import type { DateDirection } from '../../../contract/typed/date-direction.ts';
import { useBusinessSettings } from '../../business/business.ts';
import { DayPicker } from './DayPicker.tsx';

/** A calendar of a month, opened at the day that was typed, from which a person picks a day. */
export function TypedDayPicker({
  typed,
  lean,
  pick,
}: {
  typed: string;
  lean: DateDirection;
  pick: (day: string) => void;
}) {
  const { today } = useBusinessSettings();
  return <DayPicker day={parseTypedDay(typed, today, lean)} pick={pick} />;
}
