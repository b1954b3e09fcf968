import type { TeeTimeStatus } from '../tee-times.contract.ts';

const TONES: Record<TeeTimeStatus, string | undefined> = {
  booked: undefined,
  pending: 'waiting',
  played: 'plain',
  canceled: 'danger',
  failed: 'danger',
};

export const StatusTag = ({ status }: { status: TeeTimeStatus }) => (
  <span className="tag" data-tone={TONES[status]}>
    {status}
  </span>
);
