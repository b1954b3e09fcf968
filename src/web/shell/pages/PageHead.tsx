import type { ReactNode } from 'react';

type Props = { title: ReactNode; line?: ReactNode; actions?: ReactNode };

/** A screen's one title and the line of what it shows; at the right its actions, one of them the green one at most. */
export const PageHead = ({ title, line, actions }: Props) => (
  <div className="page-head">
    <div>
      <h1>{title}</h1>
      {line !== undefined && <p className="quiet">{line}</p>}
    </div>
    {actions && <div className="row push">{actions}</div>}
  </div>
);
