import { Alert } from '../../web/components/Alert.tsx';
import type { TeeTime } from './tee-times.contract.ts';

/** Warns that a booking failed, so that nobody takes the amounts on the screen for paid money. */
export function WhyBookingFailed({ teeTime: { status, failure, is_changing } }: { teeTime: TeeTime }) {
  if (is_changing)
    return (
      <Alert tone="waiting">
        A change of this round is being worked on: its payment is not settled yet. RIC follows it.
      </Alert>
    );
  if (status === 'failed')
    return (
      <Alert tone="danger">
        <strong>The booking was not made{failure ? `: ${failure}` : '.'}</strong> Nothing was charged, and
        there is nothing to send, cancel or refund. The amounts are what was asked for.
      </Alert>
    );
  if (status !== 'pending') return null;
  return (
    <Alert tone="waiting">
      The outcome at the payment or the course system is not known yet. RIC follows it; do not book again.
    </Alert>
  );
}
