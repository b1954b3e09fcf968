import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import type { RecordId } from '../../../web/navigation/params.ts';
import { markRecordSaved } from '../../../web/records/useActionResult.ts';
import { useSession } from '../../../web/sending/session.ts';
import { CopyRangesDialog } from './CopyRangesDialog.tsx';
import { RangeRow } from './RangeRow.tsx';
import { useDateRanges } from './useDateRanges.ts';
import './rate-date-ranges.css';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

const HINT =
  'M holds inside the course’s maintenance windows and H on its holidays: H goes before M, and M before the weekdays. Without times a range is all day.';
const ARCHIVED =
  'This rate is archived and stays as it is: a range that is saved here goes to a disabled rate with its terms.';

type Props = {
  rateId: RecordId;
  /** True while the rate itself is neither being saved nor loaded. */ isIdle: boolean;
};

/** Lists the date ranges of a rate; each of them is a separate form. */
export function DateRanges({ rateId, isIdle }: Props) {
  const { admin } = useSession();
  const navigate = useNavigate();
  const ranges = useDateRanges(rateId, isIdle);
  const [ticked, setTicked] = useState<number[]>([]);
  const [added, setAdded] = useState<number | null>(null);
  const [copying, setCopying] = useState(false);
  const [note, setMessage] = useState<string | null>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const toCopy = ticked.filter(ranges.isSaved);

  async function save(id: number): Promise<void> {
    setMessage(null);
    const isUntouched = typingWatch();
    const rate = await ranges.save(id);
    // Spec 2 §4: the screen changes to the other rate if the date range was saved there.
    if (rate !== rateId) {
      const to = `/manage-rate/${rate}`;
      markRecordSaved(to);
      return navigate({ to, ignoreBlocker: true });
    }
    setMessage('Success');
    // After a new range was saved, the focus moves to New Date Range, so that Enter adds another; not if the user typed on.
    if (id <= 0 && isUntouched()) newButton.current?.focus();
  }
  return (
    <section className="card ranges" aria-label="Date Ranges">
      <div className="row ranges-head">
        <h2>Date Ranges</h2>
        {ranges.rows.length > 0 && <span className="quiet">{ranges.rows.length}</span>}
        {admin && (
          <span className="row push">
            <Button
              ref={newButton}
              onClick={() => {
                setMessage(null);
                setAdded(ranges.add());
              }}
            >
              New Date Range
            </Button>
            <Button
              disabled={rateId === 'new'}
              onClick={() => {
                setMessage(null);
                setCopying(true);
              }}
            >
              Copy Selected Rates to Course(s)
            </Button>
          </span>
        )}
      </div>
      <p className="quiet ranges-hint">{HINT}</p>
      {admin && ranges.rate?.archived && <p className="ranges-hint ranges-archived">{ARCHIVED}</p>}
      <div role="status">{note && <Alert tone="good">{note}</Alert>}</div>
      {ranges.error && <ErrorBox error={ranges.error} retry={ranges.retry} />}
      <div className="range-rows">
        {ranges.rows.map((range, at) => (
          <RangeRow
            key={ranges.rowKey(range.id)}
            place={at + 1}
            range={range}
            warnings={ranges.rate?.warnings.filter((warning) => warning.range_id === range.id) ?? []}
            admin={admin}
            typed={ranges.isTyped(range.id)}
            takesFocus={range.id === added}
            copied={ranges.isSaved(range.id) ? ticked.includes(range.id) : null}
            tick={() =>
              setTicked((ids) =>
                ids.includes(range.id) ? ids.filter((id) => id !== range.id) : [...ids, range.id],
              )
            }
            change={(changed) => ranges.change(range, changed)}
            save={() => save(range.id)}
            remove={() => ranges.remove(range.id)}
            takeSaved={() => ranges.takeSaved(range.id)}
          />
        ))}
      </div>
      {(ranges.rate ?? rateId === 'new') && ranges.rows.length === 0 && (
        <p className="quiet ranges-hint">No date ranges yet: this rate is never offered.</p>
      )}
      {copying && rateId !== 'new' && (
        <CopyRangesDialog
          rateId={rateId}
          rangeIds={toCopy}
          close={() => setCopying(false)}
          done={(message) => {
            setCopying(false);
            setTicked([]);
            setMessage(message);
          }}
        />
      )}
    </section>
  );
}

/** Returns a function that returns true while the focus and the focused text are the same as now. */
function typingWatch(): () => boolean {
  const seen = () => {
    const at = document.activeElement;
    return { at, text: at instanceof HTMLInputElement ? at.value : '' };
  };
  const before = seen();
  return () => seen().at === before.at && seen().text === before.text;
}
