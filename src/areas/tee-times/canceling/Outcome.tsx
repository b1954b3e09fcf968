import { Alert } from '../../../web/components/Alert.tsx';
import type { CancellationOutcome } from './useCancellation.ts';

// Spec 1 §8: these texts are misspelled in the product; keep them.
export const ERROR = 'An error occured. Please close the dialog and try again.';

/** Shows the outcome of a try, whoever made it. */
export function Outcome({ said }: { said: CancellationOutcome }) {
  if (said.waits) {
    return (
      <Alert tone="waiting" role="status">
        {said.message}
      </Alert>
    );
  }
  if (said.valid) {
    return (
      <Alert tone="good" role="status">
        Success. {said.message} Please close the dialog and refresh.
      </Alert>
    );
  }
  return (
    <Alert tone="danger" role="alert">
      {ERROR} {said.message}
      {said.backend_message && <p>{said.backend_message}</p>}
    </Alert>
  );
}
