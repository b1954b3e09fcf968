import { useQuery } from '@tanstack/react-query';
import { operations, type OperationAnswer } from './operations.contract.ts';
import { Fatal, sendCall } from '../../web/sending/send.ts';

const EVERY_MS = 2000;

/** Polls an operation with an unknown outcome until it is settled; null polls nothing. */
export function useOperation(id: string | null): OperationAnswer | null {
  const followed = useQuery({
    queryKey: ['operation', id],
    queryFn: () => sendCall(operations.show, { params: { id: id ?? '' } }, { background: true }),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.state === 'settled' ? false : EVERY_MS),
  });
  // An operation that does not exist never started.
  const isUnknown = followed.error instanceof Fatal && followed.error.status === 404;
  if (id !== null && isUnknown) return { id, state: 'settled', answer_status: null, answer: null };
  return id === null ? null : (followed.data ?? null);
}
