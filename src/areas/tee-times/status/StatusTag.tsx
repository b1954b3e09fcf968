import type { Status } from '../tee-times.contract.ts';

const TONES: Record<Status, string | undefined> = {
  booked: undefined,
  pending: 'waiting',
  played: 'plain',
  canceled: 'danger',
  failed: 'danger',
};

export const StatusTag = ({ status }: { status: Status }) => (
  <span className="tag" data-tone={TONES[status]}>
    {status}
  </span>
);
