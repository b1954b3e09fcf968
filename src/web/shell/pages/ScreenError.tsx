import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { FATAL_MESSAGE, Fatal, OfflineError } from '../../sending/send.ts';

/** Replaces a screen that crashed, or whose code could not be fetched. */
export const ScreenError = ({ error, reset }: ErrorComponentProps) => {
  const offline = error instanceof OfflineError;
  return (
    <section className="plain">
      <h1>{offline ? 'This screen is not here yet' : 'This screen broke'}</h1>
      <ErrorBox
        error={error instanceof Fatal ? error : new Fatal(FATAL_MESSAGE, 0, String(error))}
        retry={offline ? () => location.reload() : reset}
      />
    </section>
  );
};
