import type { ReactNode } from 'react';

type Props = { title: ReactNode; line?: ReactNode; actions?: ReactNode };

/** Shows a screen's title and the line below it; the screen's actions, at most one of them green, are at the right. */
export const PageHead = ({ title, line, actions }: Props) => (
  <div className="page-head">
    <div>
      <h1>{title}</h1>
      {line !== undefined && <p className="quiet">{line}</p>}
    </div>
    {actions && <div className="row push">{actions}</div>}
  </div>
);
