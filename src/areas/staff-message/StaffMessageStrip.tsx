import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnTopicChange } from '../../web/live/live.ts';
import { callQuery } from '../../web/sending/send.ts';
import { useStoredText } from '../../web/shell/useStoredText.ts';
import { staffMessage } from './staff-message.contract.ts';

const AGAIN_AFTER_MS = 300_000;
const LAST = 'staffMessage';

/** Shows the staff message above every screen: in one line if collapsed; a new message expands it again. */
export function StaffMessageStrip() {
  const message = useStaffMessage();
  const [folded, keepFolded] = useStoredText('staffMessageFolded');
  if (message === '') return null;
  const isFolded = folded === message;
  return (
    <aside className="strip" aria-label="Staff message" data-folded={isFolded || undefined}>
      <strong>Staff message</strong>
      <div className="strip-text">{isFolded ? null : linked(message)}</div>
      <button type="button" aria-expanded={!isFolded} onClick={() => keepFolded(isFolded ? '' : message)}>
        {isFolded ? 'Show' : 'Hide'}
      </button>
    </aside>
  );
}

/** Returns the current staff message, updated by the live stream, or by polling while the stream is down (part 1 §9). */
function useStaffMessage(): string {
  const query = useQuery({
    queryKey: ['staff message'],
    ...callQuery(staffMessage.get, {}, { background: true }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: AGAIN_AFTER_MS,
  });
  useOnTopicChange(['staff_message'], () => void query.refetch());
  const message = query.data?.message.trim();
  // The last known message is shown until the answer arrives, so that the screen below does not move down.
  const [last, keepLast] = useState(() => localStorage.getItem(LAST) ?? '');
  useEffect(() => {
    if (message === undefined) return;
    localStorage.setItem(LAST, message);
    keepLast(message);
  }, [message]);
  return message ?? last;
}

// A URL in a text. The punctuation or bracket that follows is not a part of it.
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

function linked(text: string) {
  return text.split(ADDRESS).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
