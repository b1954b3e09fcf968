import { useQuery } from '@tanstack/react-query';
import { operations, type Operation } from './operations.contract.ts';
import { send } from '../../web/send.ts';

const EVERY_MS = 2000;

/** Follows an operation whose outcome is not known yet until it is settled; null follows nothing. */
export function useOperation(id: string | null): Operation | null {
  const followed = useQuery({
    queryKey: ['operation', id],
    queryFn: () => send(operations.show, { params: { id: id ?? '' } }, { background: true }),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.state === 'settled' ? false : EVERY_MS),
  });
  return id === null ? null : (followed.data ?? null);
}
