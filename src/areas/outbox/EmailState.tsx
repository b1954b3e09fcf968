import type { OutboxRow } from './outbox.contract.ts';

const TONES = { waiting: 'waiting', sent: undefined, failed: 'danger', withdrawn: undefined } as const;

export const EmailState = ({ state }: { state: OutboxRow['state'] }) => (
  <span className="tag" data-tone={TONES[state]}>
    {state}
  </span>
);
