import { useLayoutEffect, useRef } from 'react';
import { formatDay, isCalendarDay } from '../../contract/dates.ts';
import { Fatal, FieldErrors, Rejection, SignedOut } from '../sending/send.ts';
import { Button } from './Button.tsx';
import { Alert } from './Alert.tsx';
import { focusScreenHeading } from './Dialog.tsx';

type Props = {
  error: Error;
  retry?: () => void;
  /** Returns the screen's label for a field name. */
  labelOf?: (name: string) => string;
};

/** Formats the days in a server's sentence in the way that fields show days. */
const withDays = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d/g, (day) => (isCalendarDay(day) ? formatDay(day) : day));

/** Shows an error to a person: its sentence, its field messages, and the debug text for escalation. */
export function ErrorBox({ error, retry, labelOf = (name) => name }: Props) {
  if (error instanceof SignedOut) return null;
  return (
    <Alert tone="danger" role="alert">
      <div className="row">
        <strong>{error.message}</strong>
        {retry && <TryAgain retry={retry} />}
      </div>
      {error instanceof FieldErrors && (
        <ul>
          {Object.entries(error.errors).map(([name, messages]) => (
            <li key={name}>
              {labelOf(name)}: {withDays(messages.join(', '))}
            </li>
          ))}
        </ul>
      )}
      {error instanceof Rejection && error.backendMessage && <p>{error.backendMessage}</p>}
      {error instanceof Fatal && error.debug && <pre>Debug data: {error.debug}</pre>}
    </Alert>
  );
}

/**
 * A Try Again button. When it disappears after the press, the focus moves to the heading of the reloaded part, because
 * otherwise the focus would be lost.
 */
function TryAgain({ retry }: { retry: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    const heading = current?.closest('section')?.querySelector<HTMLElement>('h1, h2');
    return () => {
      if (document.activeElement === current) queueMicrotask(() => stayAt(heading));
    };
  }, []);
  return (
    <Button ref={button} className="push" onClick={retry}>
      Try again
    </Button>
  );
}

function stayAt(heading: HTMLElement | null | undefined): void {
  if (document.activeElement !== document.body) return;
  if (!heading?.isConnected) return focusScreenHeading();
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
