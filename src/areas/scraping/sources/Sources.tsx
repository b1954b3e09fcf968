import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { Sparkline } from '../../../web/components/Sparkline.tsx';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { useSession } from '../../../web/sending/session.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { sources, type ScrapingState } from './sources.contract.ts';
import { timeAgoText } from '../../../contract/ages.ts';
import { courseStatesLine, timeUntilText } from './age.rules.ts';
import './sources.css';

const ASKED_EVERY_MS = 60_000;

/** Shows the state of each course at its course system: the last scrape, its result, and the problems to solve. */
export function Sources() {
  const { admin } = useSession();
  const now = useNow();
  const found = useQuery({
    queryKey: ['sources'],
    queryFn: () => sendCall(sources.index, {}, { background: true }),
    refetchInterval: ASKED_EVERY_MS,
  });
  useOnTopicChange(['sources'], () => void found.refetch());
  const { error, busy, attempt } = useAttempt();
  const [request, setRequest] = useState<ScrapeRequest | null>(null);
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <PageHead title="Sources" line="Please wait..." />;
  const { sources: rows, warnings, checks } = found.data;
  const gather = (id: number) =>
    attempt(async () => {
      await sendCall(sources.gather, { params: { id } });
      setRequest({ id, looked_at: rows.find((row) => row.id === id)?.looked_at ?? null });
      await found.refetch();
    });
  return (
    <section className="sources">
      <PageHead title="Sources" line={courseStatesLine(rows)} />
      {error && <ErrorBox error={error} />}
      <p role="status" className="quiet sources-asked">
        {request && whatCame(request, rows)}
      </p>
      {warnings.map((warning) => (
        <Alert key={warning} tone="waiting">
          {warning}
        </Alert>
      ))}
      {rows.length === 0 && <p className="quiet">There is no active course yet.</p>}
      {rows.length > 0 && (
        <div className="sources-frame">
          <table aria-label="Sources">
            <thead>
              <tr>
                <th>Course</th>
                <th>System</th>
                <th>Last look</th>
                <th>Last change</th>
                <th>Next look</th>
                <th>How it is</th>
                <th data-right>Times now</th>
                <th data-right>Usual</th>
                <th>Last day</th>
                {admin && <td />}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} now={now} gather={admin ? { busy, act: gather } : null} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {checks.length > 0 && <p className="quiet sources-checks">{checks.join(' ')}</p>}
    </section>
  );
}

/** A course to scrape now, and the instant of its last scrape. */
type ScrapeRequest = Pick<ScrapingState, 'id' | 'looked_at'>;

function whatCame({ id, looked_at }: ScrapeRequest, rows: ScrapingState[]): string {
  const row = rows.find((one) => one.id === id);
  if (!row) return '';
  if (row.looked_at === looked_at) return `${row.course_name} will be scraped next.`;
  return `${row.course_name} was scraped: ${row.how}`;
}

type Gather = { busy: boolean; act: (id: number) => unknown };

function Row({ row, now, gather }: { row: ScrapingState; now: number; gather: Gather | null }) {
  const { id, course_name, system, state, how, open_count, is_old, usual, last_day } = row;
  const isConnected = state !== 'not_connected';
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className="source-dot" aria-hidden />
        <ScreenLink to={`/manage-course/${id}`}>{course_name}</ScreenLink>
      </th>
      <td data-label="System">{system ?? '–'}</td>
      <td data-label="Last look">{timeAgoText(row.looked_at, now)}</td>
      <td data-label="Last change">{timeAgoText(row.changed_at, now)}</td>
      <td data-label="Next look">{isConnected ? timeUntilText(row.next_look_at, now) : '–'}</td>
      <td className="source-how">{how}</td>
      <td data-label="Times now" data-right>
        {formatWithCommas(open_count)}
        {is_old && ' old'}
      </td>
      <td data-label="Usual" data-right>
        {usual === null ? '–' : formatWithCommas(usual)}
      </td>
      <td className="source-day">
        <Sparkline counts={last_day} label={`Times at ${course_name} in the last day`} />
      </td>
      {gather && (
        <td className="source-act">
          {isConnected && (
            <Button
              look="quiet"
              aria-label={`Scrape now at ${course_name}`}
              aria-disabled={gather.busy || undefined}
              onClick={() => {
                if (!gather.busy) void gather.act(id);
              }}
            >
              Scrape now
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

/** Returns the present instant in ms, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
