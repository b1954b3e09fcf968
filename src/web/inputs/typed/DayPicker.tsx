import { Calendar } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { formatDay } from '../../../contract/dates.ts';
import { useBusinessSettings } from '../../business/business.ts';
import '../inputs.ts';

const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

/** Shows the calendar of a month, from which a person picks a day. */
export function DayPicker({ day, pick }: { day: string | null; pick: (day: string) => void }) {
  const { today } = useBusinessSettings();
  const [month, setMonth] = useState(day ?? today);
  return (
    <Calendar
      date={month}
      onDateChange={setMonth}
      firstDayOfWeek={0}
      weekendDays={[]}
      size="md"
      ariaLabels={LABELS}
      getDayAriaLabel={formatDay}
      getDayProps={(date) => ({
        selected: date === day,
        'aria-pressed': date === day,
        'aria-current': date === today ? 'date' : undefined,
        'data-autofocus': date === (day ?? today) || undefined,
        onClick: () => pick(date),
      })}
    />
  );
}
