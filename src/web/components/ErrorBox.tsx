import { Fatal, FieldErrors, Refusal, SignedOut } from '../sending/send.ts';

type Props = {
  error: Error;
  retry?: () => void;
  /** What a field is called on the screen. */
  labelOf?: (name: string) => string;
};

/** A failure as a person should read it: the sentence, the field messages, and the debug text for escalation. */
export function ErrorBox({ error, retry, labelOf = (name) => name }: Props) {
  if (error instanceof SignedOut) return null;
  return (
    <div className="alert" data-tone="danger" role="alert">
      <div className="row">
        <strong>{error.message}</strong>
        {retry && (
          <button type="button" className="btn push" onClick={retry}>
            Try again
          </button>
        )}
      </div>
      {error instanceof FieldErrors && (
        <ul>
          {Object.entries(error.errors).map(([name, said]) => (
            <li key={name}>
              {labelOf(name)}: {said.join(', ')}
            </li>
          ))}
        </ul>
      )}
      {error instanceof Refusal && error.backendMessage && <p>{error.backendMessage}</p>}
      {error instanceof Fatal && error.debug && <pre>Debug data: {error.debug}</pre>}
    </div>
  );
}
