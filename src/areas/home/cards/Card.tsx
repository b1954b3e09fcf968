import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import './cards.css';

type Props<Answer> = {
  title: string;
  /** Beside the title. */
  link?: ReactNode;
  found: UseQueryResult<Answer>;
  /** Its failure is told elsewhere, once for several. */
  isTold?: boolean;
  children: (answer: Answer) => ReactNode;
};

/** A part of home with figures of its own: they wait, fail and are asked for again without the other parts. */
export function Card<Answer>({ title, link, found, isTold, children }: Props<Answer>) {
  const id = useId();
  const { data, error, isFetching, refetch } = found;
  return (
    <section
      className="card summary"
      aria-labelledby={id}
      aria-busy={isFetching}
      data-again={(isFetching && data !== undefined) || undefined}
    >
      <div className="summary-head">
        <h2 id={id}>{title}</h2>
        {link}
      </div>
      {error && !isTold && <ErrorBox error={error} retry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && <p className="quiet summary-waits">Please wait...</p>}
    </section>
  );
}
