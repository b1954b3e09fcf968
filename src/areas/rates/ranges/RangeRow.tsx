import { useEffect, useRef, type KeyboardEvent } from 'react';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { DateInput } from '../../../web/inputs/typed/DateInput.tsx';
import type { FormFieldProps } from '../../../web/inputs/fields.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../../web/inputs/typed/TimeInput.tsx';
import { FieldErrors } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { RangeDays } from './RangeDays.tsx';
import { RangeErrors } from './RangeErrors.tsx';
import type { DateRangeWarning } from './rate-date-ranges.contract.ts';
import { RangeWarnings } from './warnings/RangeWarnings.tsx';
import type { RangeValues } from './useDateRanges.ts';
import { Button } from '../../../web/components/Button.tsx';

type Props = {
  /** The number of the date range within its rate, from 1, by which labels name it. */
  place: number;
  range: RangeValues;
  warnings: DateRangeWarning[];
  admin: boolean;
  /** True if the user has changed the range since it was saved. */
  typed: boolean;
  takesFocus: boolean;
  /** True if the range is ticked for copying; null for a range that is not saved yet. */
  copied: boolean | null;
  tick: () => void;
  change: (changed: Partial<RangeValues>) => void;
  save: () => Promise<void>;
  remove: () => Promise<void>;
  takeSaved: () => Promise<void>;
};
type TextName = 'start' | 'end' | 'time_start' | 'time_end' | 'description';

/** Shows one date range as a form of two lines. Ctrl+S inside the form saves only this range, not the rate. */
export function RangeRow({ range, admin, typed, copied, change, ...props }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const { error, busy, attempt } = useAttempt();
  const refused = error instanceof FieldErrors ? error.errors : {};
  const isNew = range.id <= 0;
  const name = isNew ? 'new date range' : `date range ${props.place}`;
  const save = () => attempt(props.save);
  const saveLater = useLatest(() => void ((typed || isNew) && !busy && save()));
  const remove = async (): Promise<void> => {
    const question = { question: 'Delete?', detail: 'This cannot be undone.', verb: 'Delete', danger: true };
    if (await askToConfirm(question)) await attempt(props.remove);
  };
  const { takesFocus } = props;
  useEffect(() => {
    if (takesFocus) row.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (error) row.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const field = (name: TextName): FormFieldProps<string | null | undefined> => ({
    name: `range-${range.id}-${name}`,
    value: range[name],
    error: refused[name]?.join(', '),
    readOnly: !admin,
    change: (value) => change({ [name]: value ?? '' }),
  });
  return (
    // The row takes no focus; it handles the keys that its fields do not.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={row}
      className="range"
      role="group"
      aria-label={isNew ? 'New date range' : `Date range ${props.place}`}
      aria-busy={busy}
      data-typed={typed || undefined}
      onKeyDown={(event) => admin && onSaveKey(event, saveLater)}
    >
      <div className="range-fields">
        <DateInput label="Start Date" {...field('start')} />
        <TimeInput label="Start Time" {...field('time_start')} />
        <DateInput label="End Date" {...field('end')} />
        <TimeInput label="End Time" ends {...field('time_end')} />
        <TextInput label="Description" {...field('description')} />
      </div>
      <div className="row range-line">
        <RangeDays
          days={range.rate_days}
          readOnly={!admin}
          wrong={'rate_date_days' in refused}
          change={(rate_days) => change({ rate_days })}
        />
        {admin && (
          <span className="row push">
            <label className="range-copy" title={copied === null ? 'It is not saved yet.' : undefined}>
              <input
                type="checkbox"
                checked={copied ?? false}
                disabled={copied === null}
                onChange={props.tick}
              />
              Include in copy operation?
            </label>
            <Button
              look={typed || isNew ? 'go' : undefined}
              aria-disabled={busy || !(typed || isNew)}
              aria-label={busy ? undefined : `Save ${name}`}
              onClick={saveLater}
            >
              {busy ? 'Please wait...' : 'Save'}
            </Button>
            <Button look="danger" aria-label={`Delete ${name}`} disabled={busy} onClick={() => void remove()}>
              Delete
            </Button>
          </span>
        )}
      </div>
      {error && <RangeErrors error={error} takeSaved={() => void attempt(props.takeSaved)} />}
      <RangeWarnings warnings={props.warnings} />
    </div>
  );
}

function onSaveKey(event: KeyboardEvent<HTMLElement>, save: () => void): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // The timeout lets the focused field apply its typed text first.
  setTimeout(save);
}

/** Returns a function that calls the newest version of `work`. */
function useLatest(work: () => void): () => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return () => latest.current();
}
