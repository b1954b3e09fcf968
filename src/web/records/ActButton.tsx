import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';

type Props = {
  /** Disables the button, but keeps it in the Tab order and keeps its focus. */
  off?: boolean;
  look?: 'go' | 'danger';
  hotkey?: string | undefined;
  act: () => unknown;
  children: ReactNode;
};

/** A button of a record's bar. One that is disabled natively while it works would drop the focus to the page's body. */
export const ActButton = ({ off = false, look, hotkey, act, children }: Props) => (
  <Button
    look={look}
    hotkey={hotkey}
    aria-disabled={off || undefined}
    onClick={() => {
      if (!off) void act();
    }}
  >
    {children}
  </Button>
);
