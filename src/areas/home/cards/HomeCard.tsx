import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import './cards.css';

type Props<Answer> = {
  title: string;
  /** A link beside the title. */
  link?: ReactNode;
  found: UseQueryResult<Answer>;
  /** True if another element shows the error, once for several cards. */
  isTold?: boolean;
  children: (answer: Answer) => ReactNode;
};

/** Shows a card of the home screen with its own figures, which load, fail and reload independently of other cards. */
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
