import { Button, ButtonLink } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { countWithNoun } from '../../../contract/words.ts';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { ClaimStrip } from '../../claims/ClaimStrip.tsx';
import { bookWaitingCustomerPath, waitingCustomerName } from '../entries.rules.ts';
import { CALL_OUTCOME_LABELS } from '../queue-words.rules.ts';
import { QueuePanel } from '../queue/QueuePanels.tsx';
import type { CallOutcome, WaitQueue, QueueEntry } from '../wait-list.contract.ts';
import { WaitingCustomerPhone } from './WaitingCustomerPhone.tsx';
import type { CallingState } from './useCalling.ts';

type Props = { queue: WaitQueue; calling: CallingState };

const OUTCOMES: { outcome: CallOutcome; label: string; key: string }[] = [
  { outcome: 'no_answer', label: 'No answer', key: 'N' },
  { outcome: 'calls_back', label: 'Calls back', key: 'L' },
  { outcome: 'not_wanted', label: 'Not wanted', key: 'X' },
];

const CLOSED = 'The queue is closed: nobody is called from it until it is open again.';
const NOBODY = 'Nobody can be called for this time now.';
const ALL_CALLED = 'Everyone who can be called for this time is being called already.';

function titleOf({ isCalled, isChosen, turn }: CallingState): string {
  if (isCalled && !turn.other) return 'Calling now';
  return isChosen || isCalled ? 'Chosen to call' : 'Next to call';
}

function nobodyOf({ isClosed }: CallingState, queue: WaitQueue): string {
  if (isClosed) return CLOSED;
  return queue.availability_queues.some(({ call_rank }) => call_rank !== null) ? ALL_CALLED : NOBODY;
}

/** Shows the next customer to call, and records the outcome of the call by one key. */
export function CallPanel({ queue, calling }: Props) {
  const { caller, isChosen, choose, said, takeBack, error } = calling;
  return (
    <QueuePanel title={titleOf(calling)}>
      {caller ? (
        <Caller queue={queue} calling={calling} caller={caller} />
      ) : (
        <p>{nobodyOf(calling, queue)}</p>
      )}
      {isChosen && !error && (
        <Button look="quiet" className="small" onClick={() => choose(null)}>
          Back to the next to call
        </Button>
      )}
      {error && <ErrorBox error={error} />}
      <p className="call-said" role="status">
        {said && (
          <>
            <span>
              {waitingCustomerName(said.entry)}: {CALL_OUTCOME_LABELS[said.call.outcome]}.
            </span>
            <Button look="quiet" className="small" onClick={takeBack}>
              Undo
            </Button>
          </>
        )}
      </p>
    </QueuePanel>
  );
}

function Caller({ queue, calling, caller }: Props & { caller: QueueEntry }) {
  const { lost_lead, has_card, call_rank, why } = caller;
  const { isCalled, turn } = calling;
  return (
    <>
      <div className="caller-head">
        <p className="caller-name">{waitingCustomerName(caller)}</p>
        {/* A customer who has already booked is not called. */}
        <Button aria-disabled={caller.tee_time !== null} aria-keyshortcuts="c" onClick={calling.callOrStop}>
          {isCalled ? 'Stop calling' : 'Call'} <kbd aria-hidden>C</kbd>
        </Button>
      </div>
      {isCalled && turn.other ? <ClaimStrip claim={turn} /> : <ClaimMark subject="lead" id={lost_lead.id} />}
      <p className="quiet">
        <WaitingCustomerPhone entry={caller} call={calling.call} />
        {` · ${countWithNoun(lost_lead.players, 'player')} · wanted ${lost_lead.play_time}`}
        {has_card && ' · card left'}
        {call_rank === null && ` · ${why}`}
      </p>
      <div className="row call-acts">
        {call_rank === null ? (
          <Button look="go" aria-disabled aria-keyshortcuts="b">
            Book <kbd aria-hidden>B</kbd>
          </Button>
        ) : (
          <ButtonLink look="go" to={bookWaitingCustomerPath(queue, caller)} aria-keyshortcuts="b">
            Book <kbd aria-hidden>B</kbd>
          </ButtonLink>
        )}
        {OUTCOMES.map(({ outcome, label, key }) => (
          <Button
            key={outcome}
            aria-disabled={calling.busy || caller.tee_time !== null}
            aria-keyshortcuts={key.toLowerCase()}
            onClick={() => calling.note(outcome)}
          >
            {label} <kbd aria-hidden>{key}</kbd>
          </Button>
        ))}
      </div>
    </>
  );
}
