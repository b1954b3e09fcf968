import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { stillOpen, type OpenTimeCheck } from './still-open.contract.ts';
import { stillOpenText } from './still-open.rules.ts';

const ASK_EVERY_MS = 2_000;

/**
 * Shows beside a tee time to book if the open time that it was opened from is still open, by a new scrape. The booking does not
 * wait for the answer.
 */
export function StillOpen({ id }: { id: number }) {
  const looking = useQuery({
    queryKey: ['look', id],
    queryFn: ({ signal }) => sendCall(stillOpen.look, { params: { id } }, { background: true, signal }),
    // Each opening of the booking engine scrapes once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const since = looking.data?.asked_at;
  const found = useQuery({
    queryKey: ['looked', id, since],
    enabled: since !== undefined,
    queryFn: async ({ signal }) => {
      const checked = await sendCall(
        stillOpen.looked,
        { params: { id }, query: { since: since ?? '' } },
        { background: true, signal },
      );
      return { ...checked, at: Date.now() };
    },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASK_EVERY_MS : false),
  });
  useOnTopicChange(['availability', 'sources'], () => void (since && found.refetch()));
  if (looking.error || found.error) return <p role="status">Could not check whether it is still open.</p>;
  return <div role="status">{found.data && <Said key={id} checked={found.data} />}</div>;
}

function Said({ checked }: { checked: OpenTimeCheck & { at: number } }) {
  // The first answer holds the party sizes that were open when the booking engine was opened.
  const [first] = useState(checked);
  const now = useNow();
  const since = checked.state === 'waiting' ? first.at : checked.at;
  const { text, tone } = stillOpenText(checked, first.spots, Math.max(0, Math.round((now - since) / 1000)));
  return text === '' ? null : (
    <p className="still-open" data-tone={tone}>
      {text}
    </p>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
