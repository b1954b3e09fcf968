import { ErrorBox } from '../../components/ErrorBox.tsx';
import { FieldErrors, Stale } from '../../sending/send.ts';
import { FieldErrorSummary } from './FieldErrorSummary.tsx';
import { Alert } from '../../components/Alert.tsx';

/** Shows the alert above a form that the server rejected. */
export function FormAlert({ error }: { error: Error | null }) {
  if (error instanceof FieldErrors) {
    // Spec 1 §2, 2 §8: the first message of a rejected rate is shown above the form, and nowhere else.
    const { golf_rate: rate, ...fields } = error.errors;
    return (
      <>
        {rate?.[0] && (
          <Alert tone="danger" role="alert">
            {rate[0]}
          </Alert>
        )}
        <FieldErrorSummary errors={fields} />
      </>
    );
  }
  if (error instanceof Stale)
    return (
      <Alert tone="waiting" role="alert">
        <strong>{error.message}</strong> What you typed is still here; Reload takes up the other change
        instead.
      </Alert>
    );
  return error && <ErrorBox error={error} />;
}
