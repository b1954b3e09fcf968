import { Alert } from '../../../web/components/Alert.tsx';
import type { CancellationOutcome } from './useCancellation.ts';

// Spec 1 §8: these texts are misspelled in the product; keep them.
export const CANCEL_ERROR_TEXT = 'An error occured. Please close the dialog and try again.';

type Props = {
  outcome: CancellationOutcome;
  /** True if trying again would have the same outcome. */
  isFinal?: boolean;
};

/** Shows the outcome of a cancellation or refund. */
export function CancelOutcome({ outcome, isFinal = false }: Props) {
  if (outcome.waits) {
    return (
      <Alert tone="waiting" role="status">
        {outcome.message}
      </Alert>
    );
  }
  if (outcome.valid && outcome.isEarlier) {
    return (
      <Alert tone="waiting" role="alert">
        {outcome.message}
      </Alert>
    );
  }
  if (outcome.valid) {
    return (
      <Alert tone="good" role="status">
        Success. {outcome.message} Please close the dialog and refresh.
      </Alert>
    );
  }
  return (
    <Alert tone="danger" role="alert">
      {isFinal || outcome.isUnknown ? outcome.message : `${CANCEL_ERROR_TEXT} ${outcome.message}`}
      {outcome.backend_message && <p>{outcome.backend_message}</p>}
    </Alert>
  );
}
