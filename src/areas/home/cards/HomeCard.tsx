import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import './cards.css';

type Props<Answer> = {
  title: string;
  /** A link beside the title. */
  link?: ReactNode;
  found: UseQueryResult<Answer>;
  /** Its failure is shown elsewhere, once for several. */
  isTold?: boolean;
  children: (answer: Answer) => ReactNode;
};

/** Shows a part of home with its own figures, which wait, fail and load again without the other parts. */
export function HomeCard<Answer>({ title, link, found, isTold, children }: Props<Answer>) {
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
