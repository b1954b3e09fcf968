import { parseTypedDay } from '../../../contract/typed/days-and-times.ts';
import { useBusiness } from '../../business/business.ts';
import { DayPicker } from './DayPicker.tsx';

/** A month to pick a day from, opened at the day that was typed. */
export function TypedDayPicker({ typed, pick }: { typed: string; pick: (day: string) => void }) {
  const { today } = useBusiness();
  return <DayPicker day={parseTypedDay(typed, today)} pick={pick} />;
}
