import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';

type Props<T> = {
  title: string;
  query: UseQueryResult<T, Error>;
  /** Renders, beside the title, a count, a sum, or a link to the whole list. */
  aside?: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
};

/** Shows a section of the customer's page that loads by itself: a waiting message, an error, or the section's content. */
export function HubSection<T>({ title, query, aside, children }: Props<T>) {
  const id = useId();
  const { data, error } = query;
  return (
    <section className="card hub-part" aria-labelledby={id} aria-busy={query.isPending}>
      <div className="hub-head">
        <h2 id={id}>{title}</h2>
        {data !== undefined && aside && <span className="quiet push">{aside(data)}</span>}
      </div>
      <div className="pad">
        {error && <ErrorBox error={error} retry={() => void query.refetch()} />}
        {data === undefined && !error && <p className="quiet">Please wait...</p>}
        {data !== undefined && children(data)}
      </div>
    </section>
  );
}

type LineProps = { link: ReactNode; end: ReactNode; below?: ReactNode; tag?: ReactNode };

/** Shows one item of a section: a link and an amount, and below them a description and a state. */
export const HubItem = ({ link, end, below, tag }: LineProps) => (
  <li>
    <span className="hub-name">{link}</span>
    <span className="hub-end">{end}</span>
    {below && <span className="hub-below">{below}</span>}
    {tag && <span className="hub-end">{tag}</span>}
  </li>
);
