import { useState } from 'react';
import { ask } from '../../web/ask.ts';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import { DateInput } from '../../web/inputs/DateInput.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../web/inputs/TimeInput.tsx';
import { FieldErrors, send } from '../../web/send.ts';
import { RATE_DAYS, rates, SAVE_RATE_FIRST, type RateDateRange } from './rates.contract.ts';

export type RangeValues = Omit<RateDateRange, 'golf_rate_id' | 'rate_days' | 'updated_at'> & {
  rate_days: string[];
  updated_at: string | null;
};
type Props = {
  range: RangeValues;
  rateId: number;
  admin: boolean;
  warnings: string[];
  /** Whether it is included in the copy; absent for a range that is not saved yet. */
  copied?: boolean;
  onCopied?: () => void;
  onSaved: (id: number, rate: number) => void;
  onDeleted: () => void;
};
const DAY_NAMES: Record<string, string> = { M: 'Maintenance', H: 'Holidays' };

/** One date range as a line that is edited in place. */
export function RangeRow({ range, rateId, admin, warnings, copied, onCopied, onSaved, onDeleted }: Props) {
  const [values, setValues] = useState(range);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const refused = error instanceof FieldErrors ? error.errors : {};
  const isNew = range.id <= 0;
  const modified = isNew || JSON.stringify(values) !== JSON.stringify(range);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setError(null);
    await work().catch((caught: unknown) =>
      setError(caught instanceof Error ? caught : new Error(String(caught))),
    );
    setBusy(false);
  }
  const save = () =>
    attempt(async () => {
      if (rateId <= 0) throw new FieldErrors({ rate: [SAVE_RATE_FIRST] });
      const rate_days = values.rate_days.map((name) => ({ name }));
      const body = { rate_date_range: { ...values, golf_rate_id: rateId, rate_days } };
      const saved = await send(isNew ? rates.createRange : rates.updateRange, { body });
      onSaved(range.id, saved.rate_id);
    });
  const remove = () =>
    attempt(async () => {
      if (
        !(await ask({ question: 'Delete?', detail: 'This can not be undone.', verb: 'Delete', danger: true }))
      )
        return;
      // Spec 2 §4: the server is asked only where the range has a saved id.
      if (!isNew) await send(rates.removeRange, { params: { id: range.id } });
      onDeleted();
    });

  const field = <N extends keyof RangeValues>(name: N) => ({
    name: `range-${range.id}-${name}`,
    value: values[name],
    error: refused[name]?.join(', '),
    readOnly: !admin,
    change: (value: RangeValues[N] | null | undefined) =>
      setValues((now) => ({ ...now, [name]: value ?? '' })),
  });
  const whole = [refused['rate'], refused['rate_date_range'], refused['rate_date_days']].flatMap(
    (said) => said ?? [],
  );
  return (
    <div
      className="range"
      role="group"
      aria-label={isNew ? 'New date range' : `Date range ${range.id}`}
      aria-busy={busy}
    >
      <div className="range-fields">
        <DateInput label="Start Date" {...field('start')} />
        <TimeInput label="Start Time" {...field('time_start')} />
        <DateInput label="End Date" {...field('end')} />
        <TimeInput label="End Time" {...field('time_end')} />
        <TextInput label="Description" {...field('description')} />
      </div>
      <div className="row range-days">
        <Days
          days={values.rate_days}
          readOnly={!admin}
          change={(rate_days) => setValues((now) => ({ ...now, rate_days }))}
        />
        {admin && (
          <span className="row push">
            {onCopied && (
              <label className="range-copy">
                <input type="checkbox" checked={copied ?? false} onChange={onCopied} /> Include in copy
                operation?
              </label>
            )}
            <button
              type="button"
              className="btn"
              data-look="go"
              disabled={!modified || busy}
              onClick={() => void save()}
            >
              {busy ? 'Please wait...' : 'Save'}
            </button>
            <button
              type="button"
              className="btn"
              data-look="danger"
              disabled={busy}
              onClick={() => void remove()}
            >
              Delete
            </button>
          </span>
        )}
      </div>
      {whole.map((sentence) => (
        <p key={sentence} className="field-error" role="alert">
          {sentence}
        </p>
      ))}
      {error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}
      {warnings.length > 0 && (
        <ul className="range-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type DaysProps = { days: string[]; readOnly: boolean; change: (days: string[]) => void };

const Days = ({ days, readOnly, change }: DaysProps) => (
  <span className="row" role="group" aria-label="Days">
    {RATE_DAYS.map((day) => (
      <label key={day} title={DAY_NAMES[day]}>
        <input
          type="checkbox"
          checked={days.includes(day)}
          disabled={readOnly}
          onChange={() =>
            change(RATE_DAYS.filter((each) => (each === day ? !days.includes(day) : days.includes(each))))
          }
        />{' '}
        {day}
      </label>
    ))}
  </span>
);
