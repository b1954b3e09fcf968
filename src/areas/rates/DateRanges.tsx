import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import type { RecordId } from '../../web/params.ts';
import { send } from '../../web/send.ts';
import { useSession } from '../../web/session.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { RangeRow, type RangeValues } from './RangeRow.tsx';
import { rates, type RateDateRange } from './rates.contract.ts';
import './rates.css';

const blankRange = (id: number): RangeValues => ({
  id,
  start: '',
  end: '',
  time_start: '',
  time_end: '',
  description: '',
  rate_days: [],
  updated_at: null,
});

/** The date ranges of a rate, each a form of its own: what is typed in one stays while another is saved. */
export function DateRanges({ rateId }: { rateId: RecordId }) {
  const { admin } = useSession();
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState<number[]>([]);
  const [ticked, setTicked] = useState<number[]>([]);
  const [copying, setCopying] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const loaded = useQuery({
    queryKey: ['rate ranges', rateId],
    queryFn: () => send(rates.show, { params: { id: Number(rateId) } }),
    enabled: rateId !== 'new',
  });
  const saved: RateDateRange[] = loaded.data?.rate_date_ranges ?? [];
  const warnings = loaded.data?.warnings ?? [];
  const drop = (id: number) => setUnsaved((ids) => ids.filter((each) => each !== id));
  const tick = (id: number) =>
    setTicked((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]));
  const shared = {
    rateId: rateId === 'new' ? 0 : rateId,
    admin,
    // Spec 2 §4: a range that was saved to another rate leads there.
    onSaved: (id: number, rate: number) => {
      drop(id);
      if (rate !== rateId) void navigate({ to: `/manage-rate/${rate}`, ignoreBlocker: true });
    },
  };
  return (
    <section className="card ranges" aria-label="Date Ranges">
      <div className="row ranges-head">
        <h2>Date Ranges</h2>
        {admin && (
          <span className="row push">
            <button
              type="button"
              className="btn"
              onClick={() => setUnsaved((ids) => [...ids, Math.min(0, ...ids) - 1])}
            >
              New Date Range
            </button>
            <button
              type="button"
              className="btn"
              disabled={rateId === 'new'}
              onClick={() => setCopying(true)}
            >
              Copy Selected Rates to Course(s)
            </button>
          </span>
        )}
      </div>
      <p className="quiet ranges-hint">
        M counts inside the course’s maintenance windows, H on its holidays; empty times are all day.
      </p>
      <div role="status">
        {said && (
          <div className="alert" data-tone="good">
            {said}
          </div>
        )}
      </div>
      {loaded.error && <ErrorBox error={loaded.error} retry={() => void loaded.refetch()} />}
      {saved.map((range) => (
        <RangeRow
          key={`${range.id} ${range.updated_at}`}
          range={{ ...range, rate_days: range.rate_days.map(({ name }) => name) }}
          warnings={warnings.filter((warning) => warning.range_id === range.id).map(({ message }) => message)}
          copied={ticked.includes(range.id)}
          onCopied={() => tick(range.id)}
          {...shared}
          onDeleted={() => undefined}
        />
      ))}
      {unsaved.map((id) => (
        <RangeRow key={id} range={blankRange(id)} warnings={[]} {...shared} onDeleted={() => drop(id)} />
      ))}
      {loaded.data && saved.length + unsaved.length === 0 && (
        <p className="quiet ranges-hint">No date ranges yet: this rate is never offered.</p>
      )}
      {copying && rateId !== 'new' && (
        <CopyDialog
          rateId={rateId}
          rangeIds={ticked.filter((id) => saved.some((range) => range.id === id))}
          close={() => setCopying(false)}
          done={(message) => {
            setCopying(false);
            setTicked([]);
            setSaid(message);
          }}
        />
      )}
    </section>
  );
}
