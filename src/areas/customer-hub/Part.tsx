import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';

type Props<T> = {
  title: string;
  asked: UseQueryResult<T, Error>;
  /** Beside the title: how many, how much, or the way to all of them. */
  aside?: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
};

/** A part of a hub, which is asked for by itself: while it comes, when it fails, and what it holds. */
export function Part<T>({ title, asked, aside, children }: Props<T>) {
  const id = useId();
  const { data, error } = asked;
  return (
    <section className="card hub-part" aria-labelledby={id} aria-busy={asked.isPending}>
      <div className="hub-head">
        <h2 id={id}>{title}</h2>
        {data !== undefined && aside && <span className="quiet push">{aside(data)}</span>}
      </div>
      <div className="pad">
        {error && <ErrorBox error={error} retry={() => void asked.refetch()} />}
        {data === undefined && !error && <p className="quiet">Please wait...</p>}
        {data !== undefined && children(data)}
      </div>
    </section>
  );
}

type LineProps = { link: ReactNode; end: ReactNode; below?: ReactNode; tag?: ReactNode };

/** One thing of a part: the way to it and what it comes to, below them what it is and its state. */
export const Line = ({ link, end, below, tag }: LineProps) => (
  <li>
    <span className="hub-name">{link}</span>
    <span className="hub-end">{end}</span>
    {below && <span className="hub-below">{below}</span>}
    {tag && <span className="hub-end">{tag}</span>}
  </li>
);
