import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '../../contract/money.ts';
import { formatOpenTime } from '../../contract/spoken-times.ts';
import { timeAgoText } from '../../contract/ages.ts';
import { useTickingClock } from '../../web/business/age.ts';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { Alert } from '../../web/components/Alert.tsx';
import { Button } from '../../web/components/Button.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { askToConfirm } from '../../web/leaving/ask.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { useFocusRescue } from '../../web/navigation/useFocusRescue.ts';
import { useRecordTitle } from '../../web/navigation/title.ts';
import { unknownOutcomeError } from '../../web/sending/not-known.ts';
import { Fatal, FieldErrors, sendCall } from '../../web/sending/send.ts';
import { useAttempt } from '../../web/sending/useAttempt.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { ClaimMark } from '../claims/ClaimMark.tsx';
import { CallerCards } from './calling/CallerCards.tsx';
import { CallersTable } from './calling/CallersTable.tsx';
import { CallPanel } from './calling/CallPanel.tsx';
import { useCalling } from './calling/useCalling.ts';
import { openTimeTag } from './entries.rules.ts';
import { queueSentence } from './queue-words.rules.ts';
import { ScrapeStatePanel, QueueValuePanel } from './queue/QueuePanels.tsx';
import { useQueue } from './queue/WaitingCustomers.tsx';
import { waitList, type WaitQueue } from './wait-list.contract.ts';
import './wait-list.css';

const AGE_EVERY_MS = 1000;
const CLOSE = {
  question: 'Close Queue?',
  detail: 'Nobody new waits for this time, and it leaves the wait list. It can be opened again.',
  verb: 'Close Queue',
};

/** Shows the customers who wait for one open time: whom to call first, the call outcomes, and Book. */
export function QueueManagement() {
  // `fupId` is read from the address as text, because a parser of numbers would accept 1e3.
  const fupId = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('fupId') });
  const digits = /^[1-9]\d{0,9}$/.exec(fupId ?? '');
  return digits ? <OfTime key={digits[0]} id={Number(digits[0])} /> : <NoQueue />;
}

function OfTime({ id }: { id: number }) {
  const found = useQueue(id);
  useFocusRescue();
  if (found.data) return <Management queue={found.data} again={() => found.refetch()} />;
  const isUnknown = found.error instanceof FieldErrors || isNotFound(found.error);
  if (isUnknown) return <NoQueue />;
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return <PageHead title="Queue Management" line="Please wait..." />;
}

const isNotFound = (error: Error | null): boolean => error instanceof Fatal && error.status === 404;

/** Shown if the address names no open time. */
const NoQueue = () => (
  <section className="plain">
    <h1>There is no such queue</h1>
    <p className="quiet">
      No open time has this number. <ScreenLink to="/wait-list-queue">All queues</ScreenLink>
    </p>
  </section>
);

type Props = { queue: WaitQueue; again: () => Promise<unknown> };

function Management({ queue, again }: Props) {
  const onPhone = useMediaQuery('(max-width: 899.98px)', undefined, { getInitialValueInEffect: false });
  const now = useTickingClock(AGE_EVERY_MS);
  const calling = useCalling(queue, again);
  const title = `${queue.course.course_name}, ${formatOpenTime(queue.available_date, queue.available_time)}`;
  useRecordTitle(title);
  const callers = { queue, calling };
  return (
    <section className="queue-management">
      <PageHead
        title={title}
        line={
          <>
            <Sentence queue={queue} now={now} />
            <ClaimMark subject="open_time" id={queue.id} />
          </>
        }
        actions={<Closing queue={queue} again={again} />}
      />
      {/* On a phone, the panel of the next customer to call is above all other parts of the screen. */}
      {onPhone && <CallPanel {...callers} />}
      {onPhone ? <CallerCards {...callers} /> : <CallersTable {...callers} />}
      <div className="queue-panels">
        {!onPhone && <CallPanel {...callers} />}
        <QueueValuePanel queue={queue} />
        <ScrapeStatePanel queue={queue} now={now} />
      </div>
      <p className="quiet way-on">
        <ScreenLink to="/wait-list-queue">All queues</ScreenLink>
      </p>
    </section>
  );
}

function Sentence({ queue, now }: { queue: WaitQueue; now: number }) {
  const { scraped_at, completed_at, raw_suggested, is_gone, is_past, is_stale, queue_closed_at } = queue;
  const isOpen = !is_gone && !is_stale && queue_closed_at === null;
  const toldAt = is_stale ? (completed_at ?? scraped_at) : scraped_at;
  const checked = toldAt !== null && `${is_stale ? 'last ' : ''}checked ${timeAgoText(toldAt, now)}`;
  const parts = [
    queueSentence(queue),
    !is_past && checked && (isOpen ? `still open, ${checked}` : checked),
    raw_suggested !== null && `${formatMoney(raw_suggested)} a player`,
    openTimeTag(queue),
  ];
  return <>{parts.filter(Boolean).join(' · ')}</>;
}

/** Shows Close Queue, which asks for confirmation. For a closed queue, shows who closed it and when, and a button to reopen it. */
function Closing({ queue, again }: Props) {
  const { timeZone } = useBusinessSettings();
  const { error, busy, attempt, forgetError } = useAttempt();
  const [wasOpened, setOpened] = useState(false);
  const closedAt = queue.queue_closed_at;
  // The error of a failed attempt is hidden once the queue has changed; otherwise the error would return when the change is undone.
  const [triedAt, setTriedAt] = useState<string | null>();
  if (error && triedAt !== closedAt) forgetError();
  const close = async (): Promise<void> => {
    if (!(await askToConfirm(CLOSE))) return;
    setOpened(false);
    setTriedAt(closedAt);
    await attempt(async () => {
      await sendCall(waitList.close, { query: { id: queue.id } }).catch(async (failed: unknown) => {
        await again();
        throw unknownOutcomeError(failed, 'whether the queue was closed');
      });
      await again();
    });
  };
  const reopen = (): Promise<void> => {
    setTriedAt(closedAt);
    return attempt(async () => {
      await sendCall(waitList.reopen, { body: { id: queue.id } }).catch(async (failed: unknown) => {
        await again();
        throw unknownOutcomeError(failed, 'whether the queue was opened');
      });
      await again();
      setOpened(true);
    });
  };
  return (
    <div className="closing" aria-live="polite">
      {error && <ErrorBox error={error} />}
      {closedAt === null ? (
        <>
          {wasOpened && <span className="quiet">Open again.</span>}
          <Button look="danger" aria-disabled={busy} onClick={() => void close()}>
            Close Queue
          </Button>
        </>
      ) : (
        <Alert tone="waiting" className="row">
          <span>
            Closed by {queue.queue_closed_by ?? 'somebody'}, {formatInstant(closedAt, timeZone)}
          </span>
          <Button aria-disabled={busy} onClick={() => void reopen()}>
            Open again
          </Button>
        </Alert>
      )}
    </div>
  );
}
