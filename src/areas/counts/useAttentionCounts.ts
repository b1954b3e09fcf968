import { useQuery } from '@tanstack/react-query';
import { useBrowserIdle } from '../../web/navigation/idle.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useOnTopicChange } from '../../web/live/live.ts';
import { counts } from './counts.contract.ts';

const EVERY_MS = 300_000;

/** Loads the numbers of things that need attention. Returns undefined while they are loading, and if they cannot be loaded. */
export function useAttentionCounts() {
  const isTime = useBrowserIdle();
  const found = useQuery({
    enabled: isTime,
    queryKey: ['counts'],
    queryFn: ({ signal }) => sendCall(counts.show, {}, { background: true, signal }),
    // The numbers are also loaded at intervals, because no event tells screens that the day has changed.
    refetchInterval: EVERY_MS,
  });
  useOnTopicChange(['queues', 'leads', 'sources', 'availability'], () => void found.refetch());
  return found.data;
}
