import { useLayoutEffect, useRef } from 'react';
import { formatDay, isCalendarDay } from '../../contract/dates.ts';
import { Fatal, FieldErrors, Rejection, SignedOut } from '../sending/send.ts';
import { Button } from './Button.tsx';
import { Alert } from './Alert.tsx';
import { toHeading } from './Dialog.tsx';

type Props = {
  error: Error;
  retry?: () => void;
  /** Returns the label of a field on the screen. */
  labelOf?: (name: string) => string;
};

/** Formats the days in a sentence of the server like the fields do. */
const withDays = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d/g, (day) => (isCalendarDay(day) ? formatDay(day) : day));

/** Shows an error for a person: the sentence, the field messages, and the debug text for escalation. */
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
 * Moves the focus to the heading of the reloaded part when the pressed button disappears, or the focus would fall to
 * the page's body.
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
  if (!heading?.isConnected) return toHeading();
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}
