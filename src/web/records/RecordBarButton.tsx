import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';

type Props = {
  /** True if the button is disabled but keeps its place in the Tab order and its focus. */
  off?: boolean;
  look?: 'go' | 'danger';
  hotkey?: string | undefined;
  act: () => unknown;
  children: ReactNode;
};

/** A button in a record's toolbar. While it works it is not disabled natively, because that would drop the focus. */
export const RecordBarButton = ({ off = false, look, hotkey, act, children }: Props) => (
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
