import type { DeliveryRow } from './deliveries.contract.ts';

type State = DeliveryRow['state'];
const TONES = { waiting: 'waiting', accepted: undefined, failed: 'danger' } as const;
export const DELIVERY_STATE_LABELS: Record<State, string> = {
  waiting: 'waiting',
  accepted: 'accepted',
  failed: 'given up',
};

export const DeliveryState = ({ state }: { state: State }) => (
  <span className="tag" data-tone={TONES[state]}>
    {DELIVERY_STATE_LABELS[state]}
  </span>
);
