import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { FieldErrors, Stale } from '../../../web/sending/send.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

type Props = { error: Error; takeSaved: () => void };

/** Shows the errors that concern a date range as a whole; an error of a field is shown below that field. */
export function RangeErrors({ error, takeSaved }: Props) {
  if (error instanceof Stale) {
    return (
      <Alert className="range-stale" tone="waiting" role="alert">
        <span>
          <strong>{error.message}</strong> What you typed is still here; Reload takes up the other change
          instead.
        </span>
        <Button onClick={takeSaved}>Reload</Button>
      </Alert>
    );
  }
  if (!(error instanceof FieldErrors)) return <ErrorBox error={error} />;
  const {
    unsaved_rate: unsaved = [],
    rate = [],
    rate_date_days: days = [],
    rate_date_range: whole = [],
  } = error.errors;
  const sentences = [
    // Messages under `unsaved_rate` are complete sentences of the specification; the others lack their subject.
    ...unsaved,
    ...rate.map((message) => `The rate ${message}`),
    ...days.map((message) => `Days ${message}`),
    ...whole.map((message) => `This range ${message}`),
  ];
  return sentences.map((sentence) => (
    <p key={sentence} className="field-error" role="alert">
      {sentence}
    </p>
  ));
}
