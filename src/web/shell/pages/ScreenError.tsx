import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { FATAL_MESSAGE, Fatal, OFFLINE_MESSAGE } from '../../sending/send.ts';

/** Replaces a screen that broke, or that could not be fetched. */
export const ScreenError = ({ error, reset }: ErrorComponentProps) => {
  const offline = error instanceof Fatal && error.message === OFFLINE_MESSAGE;
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
