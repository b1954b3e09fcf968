import { Fragment, useId, type ReactNode } from 'react';
import { formatMoney } from '../../../contract/money.ts';
import { formatClockNumber } from '../../../contract/spoken-times.ts';
import { countWithNoun } from '../../../contract/words.ts';
import { timeAgoText } from '../../../contract/ages.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { queuePath, openTimeTag } from '../entries.rules.ts';
import type { WaitQueue } from '../wait-list.contract.ts';

/** Shows a titled box below the list of waiting customers. */
export function QueuePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} className="queue-panel-title">
        {title}
      </h2>
      <div className="pad">{children}</div>
    </section>
  );
}

const SYSTEMS: Record<string, string> = {
  fore_up: 'foreUP',
  golfnow: 'GolfNow',
  golfswitch: 'Golfswitch',
  club_prophet: 'Club Prophet',
};

type Props = { queue: WaitQueue };
/**
 * Shows the money at stake in an open time: the suggested charges of the parties that can be called, and the day's other times that
 * fit one of the parties.
 */
export function QueueValuePanel({ queue }: Props) {
  const waiting = queue.availability_queues.filter(({ tee_time }) => tee_time === null);
  const callable = waiting.filter(({ call_rank }) => call_rank !== null);
  const worth = callable.reduce((sum, { raw_worth }) => sum + (raw_worth ?? 0), 0);
  return (
    <QueuePanel title="At stake">
      <dl className="queue-lines">
        <dt>Waiting parties</dt>
        <dd>
          {callable.length} of {waiting.length} can be called
        </dd>
        {callable.length > 0 && (
          <>
            <dt>Worth</dt>
            <dd>{worth > 0 ? `${formatMoney(worth).replace(/\.00$/, '')} suggested` : 'No rates found'}</dd>
          </>
        )}
        <dt>Same day</dt>
        <dd>
          <SameDay queue={queue} />
        </dd>
      </dl>
    </QueuePanel>
  );
}

/** Lists the other times of the day that a waiting party could take, each with a link to its queue. */
function SameDay({ queue: { same_day: nearest, same_day_count: count, available_time: time } }: Props) {
  if (count === 0) return 'no other open time that fits a waiting party';
  const fits = `${countWithNoun(count, 'other open time')} that ${count === 1 ? 'fits' : 'fit'} a waiting party`;
  return (
    <>
      {nearest.length < count ? `${fits}, the nearest` : fits}:{' '}
      {nearest.map((other, at) => (
        <Fragment key={other.id}>
          {at > 0 && ', '}
          <ScreenLink to={queuePath(other.id)} className="nowrap">
            {/* Open times at the same clock time are told apart by their starting side. */}
            {`${formatClockNumber(other.available_time)} ${other.available_time === time ? other.starting_side : openTimeTag(other)}`.trim()}
          </ScreenLink>
        </Fragment>
      ))}
    </>
  );
}

/** Shows how fresh the data about the open time is. */
export function ScrapeStatePanel({ queue, now }: { queue: WaitQueue; now: number }) {
  const { system, scraped_at, changed_at, open_count, usual_count } = queue;
  const [weekday] = queue.wordy_available_date.split(',');
  const looked = scraped_at === null ? 'not checked yet' : `checked ${timeAgoText(scraped_at, now)}`;
  return (
    <QueuePanel title="Source">
      <dl className="queue-lines">
        <dt>{SYSTEMS[system ?? ''] ?? 'Course system'}</dt>
        <dd>{changed_at === null ? looked : `${looked}, changed ${timeAgoText(changed_at, now)}`}</dd>
        {open_count !== null && (
          <>
            <dt>{usual_count === null ? 'That day' : `Usual for a ${weekday}`}</dt>
            <dd>
              {usual_count === null
                ? `${countWithNoun(open_count, 'open time')} in all, whoever they fit`
                : `${countWithNoun(usual_count, 'open time')}, now ${open_count}`}
            </dd>
          </>
        )}
      </dl>
    </QueuePanel>
  );
}
