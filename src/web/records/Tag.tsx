import type { ReactNode } from 'react';

/** A small colored label beside a record's name. */
export const Tag = ({ tone, children }: { tone?: 'waiting' | 'danger' | 'plain'; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {children}
  </span>
);
