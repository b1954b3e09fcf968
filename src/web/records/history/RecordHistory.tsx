import { useEffect, useId, useRef } from 'react';
import { addDays, businessNow, formatDay } from '../../../contract/dates.ts';
import type { FieldChange, HistoryEntry, RecordWithHistory } from '../../../contract/history/history.ts';
import { useBusinessSettings } from '../../business/business.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { useSession } from '../../sending/session.ts';
import { fieldLabelOnScreen } from '../form/label-of.ts';
import type { RecordId } from '../../navigation/params.ts';
import { NoteForm } from './NoteForm.tsx';
import { useRecordHistory } from './useRecordHistory.ts';
import './history.css';

type Props = {
  of: RecordWithHistory;
  id: RecordId;
  /**
   * When the shown version of the record was saved: the history is requested again after each save, even while the first
   * answer is on its way.
   */
  seen?: string | null | undefined;
};

/**
 * Shows the history of a record by day: who did what, when, and the changed fields; with the record's private notes and a
 * box to write one.
 */
export const RecordHistory = ({ of, id, seen = null }: Props) =>
  id === 'new' ? null : <Of key={`${of} ${id}`} of={of} id={id} seen={seen} />;

function Of({ of, id, seen: saved }: { of: RecordWithHistory; id: number; seen: string | null }) {
  const headId = useId();
  const query = useRecordHistory(of, id, saved);
  const { data, error } = query;
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef(Infinity);
  const told = data?.told ?? [];
  // Older entries are appended below the ones already read, so the focus moves to the first older one.
  useEffect(() => {
    if (told.length <= seen.current) return;
    list.current?.querySelectorAll<HTMLElement>('li[tabindex]')[seen.current]?.focus();
    seen.current = Infinity;
  }, [told.length]);
  return (
    <section className="card history" aria-labelledby={headId} aria-busy={query.isFetching}>
      <h2 id={headId}>History</h2>
      <div className="pad">
        {error && <ErrorBox error={error} retry={() => void query.refetch()} />}
        {data && told.length === 0 && <p className="quiet">No history yet</p>}
        <div ref={list}>
          <Days told={told} />
        </div>
        {data?.has_more && (
          <Button
            className="small"
            aria-disabled={query.isPlaceholderData || undefined}
            onClick={() => {
              if (query.isPlaceholderData) return;
              seen.current = told.length;
              query.more();
            }}
          >
            Show older
          </Button>
        )}
        <NoteForm of={of} id={id} />
      </div>
    </section>
  );
}

function Days({ told }: { told: HistoryEntry[] }) {
  const { timeZone, today } = useBusinessSettings();
  const timed = told.map((each) => ({ ...each, ...businessNow(new Date(each.at), timeZone) }));
  const days = [...new Set(timed.map(({ date }) => date))];
  return days.map((day) => (
    <div key={day}>
      <h3>{dayRead(day, today)}</h3>
      <ol>
        {timed
          .filter(({ date }) => date === day)
          .map((each) => (
            <Line key={each.key} told={each} />
          ))}
      </ol>
    </div>
  ));
}

function dayRead(day: string, today: string): string {
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : formatDay(day);
}

type Timed = HistoryEntry & { time: string };

function Line({ told: { at, time, by, did, changes, note, letter } }: { told: Timed }) {
  return (
    <li tabIndex={-1}>
      <time dateTime={at}>{time}</time>
      <div>
        <p>
          <strong>{by || 'RIC'}</strong> {did} {letter && <Letter {...letter} />}
        </p>
        {changes.length > 0 && (
          <ul>
            {changes.map((change) => (
              <ChangeLine key={change.field} {...change} />
            ))}
          </ul>
        )}
        {note !== null && <blockquote>{note}</blockquote>}
      </div>
    </li>
  );
}

const ChangeLine = ({ field, before, after }: FieldChange) => (
  <li>
    <span className="history-field">{fieldLabelOnScreen(field)}:</span>{' '}
    {before === null ? <Nothing /> : <del>{before}</del>} <span aria-hidden>→</span>{' '}
    {after === null ? <Nothing /> : <ins>{after}</ins>}
  </li>
);

const Nothing = () => (
  <>
    <span aria-hidden>–</span>
    <span className="unseen">nothing</span>
  </>
);

const TONES = { waiting: 'waiting', failed: 'danger', withdrawn: undefined } as const;

/** Shows the state of an e-mail that was not simply sent; only admins get a link to the e-mail itself. */
function Letter({ id, state, last_error }: NonNullable<HistoryEntry['letter']>) {
  const { admin } = useSession();
  return (
    <>
      {admin && (
        <ScreenLink to={`/mailbox/${id}`} aria-label="Open the letter">
          open
        </ScreenLink>
      )}{' '}
      {state !== 'sent' && (
        <span className="tag" data-tone={TONES[state]}>
          {state}
        </span>
      )}
      {last_error && <span className="field-error"> {last_error}</span>}
    </>
  );
}
