import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { businessNow, formatDay } from '../../../contract/dates.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { Button } from '../../../web/components/Button.tsx';
import { DayFilter } from '../../../web/lists/table/DayFilter.tsx';
import { parsePastDay, whyInvalidDay } from './past-day.rules.ts';
import { SUMMARY_QUERY_KEY } from '../useSummary.ts';

const LABEL = 'Summary day/month selection';
type Props = { day: string; today: string; refused: string | null; choose: (day: string) => void };

/** Lets a person choose the day and month whose figures the home screen shows, and reload all figures. */
export function DayChoice({ day, today, refused, choose }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? refused ?? formatDay(day);
  const entered = typed ?? refused;
  const wrong = entered === null ? null : whyInvalidDay(entered, today);
  const [isTold, setTold] = useState(refused !== null);
  /** Shows the figures of the typed day. Returns false if the text is no valid day, and leaves the text as typed. */
  const settle = (): boolean => {
    setTold(true);
    if (wrong !== null) return false;
    const read = typed === null ? null : parsePastDay(typed, today);
    setTyped(null);
    // If the address had an invalid day, `day` is already today, but choosing today must still correct the address.
    if (read !== null && (read !== day || refused !== null)) choose(read);
    return true;
  };
  const update = (event: FormEvent): void => {
    event.preventDefault();
    if (settle()) void queries.invalidateQueries({ queryKey: [SUMMARY_QUERY_KEY] });
  };
  const isWrong = isTold && wrong !== null;
  return (
    <form className="day-choice" onSubmit={update}>
      <label htmlFor={id}>{LABEL}</label>
      <DayFilter
        id={id}
        aria-label={LABEL}
        lean="back"
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-wrong`}
        autoComplete="off"
        size={16}
        value={shown}
        onChange={(event) => {
          setTold(false);
          setTyped(event.target.value);
        }}
        onBlur={settle}
        pick={(picked) => {
          setTold(true);
          if (whyInvalidDay(picked, today) !== null) return setTyped(formatDay(picked));
          setTyped(null);
          choose(picked);
        }}
      />
      <Button type="submit">Update summaries</Button>
      <p id={`${id}-wrong`} role="alert" className="day-wrong">
        {isWrong && wrong}
      </p>
      <Updated />
    </form>
  );
}

/** Shows when the figures were loaded, so that a reload is visible even if no figure changes. */
function Updated() {
  const { timeZone } = useBusinessSettings();
  const isUpdating = useIsFetching({ queryKey: [SUMMARY_QUERY_KEY] }) > 0;
  const all = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [SUMMARY_QUERY_KEY], type: 'active' });
  const latest = Math.max(0, ...all.map(({ state }) => state.dataUpdatedAt));
  const text = latest === 0 ? '' : `Updated ${businessNow(new Date(latest), timeZone).time}`;
  return (
    <p role="status" className="quiet day-updated">
      {isUpdating ? 'Updating...' : text}
    </p>
  );
}
