import { useQuery } from '@tanstack/react-query';
import { operations, type OperationAnswer } from './operations.contract.ts';
import { Fatal, send } from '../../web/sending/send.ts';

const EVERY_MS = 2000;

/** Follows an operation with an unknown outcome until it is settled; null follows nothing. */
export function useOperation(id: string | null): OperationAnswer | null {
  const followed = useQuery({
    queryKey: ['operation', id],
    queryFn: () => send(operations.show, { params: { id: id ?? '' } }, { background: true }),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.state === 'settled' ? false : EVERY_MS),
  });
  // It does not exist: it never started.
  const isUnknown = followed.error instanceof Fatal && followed.error.status === 404;
  if (id !== null && isUnknown) return { id, state: 'settled', answer_status: null, answer: null };
  return id === null ? null : (followed.data ?? null);
}
