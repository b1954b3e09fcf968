import { useQuery } from '@tanstack/react-query';
import { useIdle } from '../../web/navigation/idle.ts';
import { send } from '../../web/sending/send.ts';
import { useLive } from '../../web/live/live.ts';
import { counts } from './counts.contract.ts';

const EVERY_MS = 300_000;

/** What somebody has to see to, kept as it is; nothing until it is known, and nothing in its place where it is not. */
export function useCounts() {
  const isTime = useIdle();
  const found = useQuery({
    enabled: isTime,
    queryKey: ['counts'],
    queryFn: ({ signal }) => send(counts.show, {}, { background: true, signal }),
    // Days end without anybody changing anything.
    refetchInterval: EVERY_MS,
  });
  useLive(['queues', 'leads', 'sources', 'availability'], () => void found.refetch());
  return found.data;
}
