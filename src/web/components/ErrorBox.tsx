import { formatDay, isCalendarDay } from '../../contract/dates.ts';
import { Fatal, FieldErrors, Refusal, SignedOut } from '../sending/send.ts';
import { Button } from './Button.tsx';
import { Alert } from './Alert.tsx';

type Props = {
  error: Error;
  retry?: () => void;
  /** What a field is called on the screen. */
  labelOf?: (name: string) => string;
};

/** A sentence of the server's with its days as the fields show them. */
const withDays = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d/g, (day) => (isCalendarDay(day) ? formatDay(day) : day));

/** A failure as a person should read it: the sentence, the field messages, and the debug text for escalation. */
export function ErrorBox({ error, retry, labelOf = (name) => name }: Props) {
  if (error instanceof SignedOut) return null;
  return (
    <Alert tone="danger" role="alert">
      <div className="row">
        <strong>{error.message}</strong>
        {retry && (
          <Button className="push" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
      {error instanceof FieldErrors && (
        <ul>
          {Object.entries(error.errors).map(([name, said]) => (
            <li key={name}>
              {labelOf(name)}: {withDays(said.join(', '))}
            </li>
          ))}
        </ul>
      )}
      {error instanceof Refusal && error.backendMessage && <p>{error.backendMessage}</p>}
      {error instanceof Fatal && error.debug && <pre>Debug data: {error.debug}</pre>}
    </Alert>
  );
}
