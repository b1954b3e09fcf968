import { RATE_DAYS } from './rate-date-ranges.contract.ts';

type Props = {
  days: { name: string }[];
  readOnly: boolean;
  wrong: boolean;
  change: (days: { name: string }[]) => void;
};
const KINDS: Record<string, string> = { M: 'Maintenance windows', H: 'Holidays' };

/** Shows the nine possible days of a date range, in the week's order. */
export function RangeDays({ days, readOnly, wrong, change }: Props) {
  const chosen = new Set(days.map(({ name }) => name));
  const toggled = (day: string) =>
    RATE_DAYS.filter((each) => (each === day ? !chosen.has(each) : chosen.has(each)));
  if (readOnly) {
    return (
      <span className="range-days" role="group" aria-label="Days">
        {RATE_DAYS.filter((day) => chosen.has(day)).join(', ') || 'No days'}
      </span>
    );
  }
  return (
    <span className="range-days" role="group" aria-label="Days" data-wrong={wrong || undefined}>
      {RATE_DAYS.map((day) => (
        <label key={day} title={KINDS[day]} data-kind={day in KINDS || undefined}>
          <input
            type="checkbox"
            checked={chosen.has(day)}
            aria-invalid={wrong || undefined}
            onChange={() => change(toggled(day).map((name) => ({ name })))}
          />
          {day}
        </label>
      ))}
    </span>
  );
}
