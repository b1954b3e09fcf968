import { Button, ButtonLink } from '../../../web/components/Button.tsx';
import { bookWaitingCustomerPath, waitingCustomerName } from '../entries.rules.ts';
import type { WaitQueue, QueueEntry } from '../wait-list.contract.ts';

type Props = { queue: WaitQueue; entry: QueueEntry };

/**
 * Links to the booking engine filled in with the data of a waiting customer; disabled, with the reason, if the customer cannot be
 * booked.
 */
export function BookLink({ queue, entry }: Props) {
  const label = `Book ${waitingCustomerName(entry)}`;
  return entry.call_rank === null ? (
    <Button className="small" aria-disabled aria-label={`${label}: ${entry.why}`} title={entry.why}>
      Book
    </Button>
  ) : (
    <ButtonLink className="small" to={bookWaitingCustomerPath(queue, entry)} aria-label={label}>
      Book
    </ButtonLink>
  );
}
