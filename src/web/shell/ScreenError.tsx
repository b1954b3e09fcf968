import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorBox } from '../ErrorBox.tsx';
import { FATAL, Fatal } from '../send.ts';

/** What stands in the place of a screen that broke. */
export const ScreenError = ({ error, reset }: ErrorComponentProps) => (
  <section className="plain">
    <h1>This screen broke</h1>
    <ErrorBox error={error instanceof Fatal ? error : new Fatal(FATAL, 0, String(error))} retry={reset} />
  </section>
);
