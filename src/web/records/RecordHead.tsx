import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { lastChanges, type RecordWithLastChange } from '../../contract/last-change/last-change.ts';
import type { RecordWithHistory } from '../../contract/history/history.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { useBusinessSettings } from '../business/business.ts';
import { formatInstant } from '../business/instant.ts';
import { sendCall } from '../sending/send.ts';
import { PageHead } from '../shell/pages/PageHead.tsx';
import { usePathname } from '../navigation/params.ts';
import { useRecordTitle } from '../navigation/title.ts';
import { addRecentRecord } from '../search/recent.ts';
import type { RecordState } from './useRecord.ts';

export type RecordDescription = {
  /** The kind of record, in the singular of its list's title: `Tee Time`. */
  title: string;
  /** The name of a saved record: `Richard Gutierrez, Sat Dec 12 2026 07:40, Journey at Pechanga`. */
  name?: string | undefined;
  /** The record's state and amount, as tags beside its name. */
  tags?: ReactNode;
  /** A line of content under the record's name and tags. */
  line?: ReactNode;
  kept: RecordWithHistory;
  record: RecordState;
  /** True if only one such record exists, so there is no number to show. */
  single?: true | undefined;
};

/** Shows a record's title, which is also the browser tab's, and below it the record's number and last change. */
export function RecordHead({ title, name, tags, line, kept, record, single }: RecordDescription) {
  const { id, values } = record;
  const called = (id === 'new' ? '' : name?.trim()) || (id === 'new' ? `New ${title}` : title);
  useRecordTitle(called);
  useRemembered(title, id, name);
  return (
    <PageHead
      title={
        <>
          {called} {id !== 'new' && tags}
        </>
      }
      line={
        values && id !== 'new' ? (
          <>
            {line && <>{line} · </>}
            {called === title ? (single ? '' : 'Number ') : `${title}${single ? '' : ' number '}`}
            {!single && (
              <>
                {id} <CopyButton text={String(id)} of="the number" />
              </>
            )}
            <LastChange kept={kept} id={id} values={values} alone={single && !line} />
          </>
        ) : (
          <>{id === 'new' ? 'Nothing is saved before you press Save.' : 'Please wait...'}</>
        )
      }
    />
  );
}

/** Adds an opened record to the recent records, so that the search palette offers it before anything is typed. */
function useRemembered(kind: string, id: RecordState['id'], name = ''): void {
  const path = usePathname();
  const title = id === 'new' ? '' : name.trim();
  useEffect(() => {
    if (title !== '') addRecentRecord({ kind, title, path });
    // The path is the record's own; while the person leaves the record, the current path is already the next screen's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, title]);
}

type Change = { kept: RecordWithLastChange; id: number; values: object; alone: boolean | undefined };

function LastChange({ kept, id, values, alone }: Change) {
  const { timeZone } = useBusinessSettings();
  const seen: unknown = 'updated_at' in values ? values.updated_at : null;
  const at = typeof seen === 'string' ? seen : null;
  // The last change is requested once for each change that the screen sees, so not again for a record that was deleted or
  // merged; a failure does no harm.
  const by = useQuery({
    queryKey: ['last change', kept, id, at],
    queryFn: () => sendCall(lastChanges.show, { params: { record: kept, id } }, { background: true }),
    enabled: at !== null,
    staleTime: 'static',
  });
  if (at === null) return null;
  const who = by.data?.updated_by;
  return (
    <>
      {alone ? 'Last' : ' · last'} changed {formatInstant(at, timeZone)}
      {who ? ` by ${who}` : ''}
    </>
  );
}
