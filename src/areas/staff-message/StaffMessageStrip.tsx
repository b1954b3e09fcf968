import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '../../web/sending/send.ts';
import { useKept } from '../../web/shell/useKept.ts';
import { staffMessage } from './staff-message.contract.ts';

const AGAIN_AFTER = 300_000;

/** The staff message over every screen: folded it stays one line, and a new message opens it again. */
export function StaffMessageStrip() {
  const message = useStaffMessage();
  const [folded, keepFolded] = useKept('staffMessageFolded');
  if (message === '') return null;
  const isFolded = folded === message;
  return (
    <aside className="strip" aria-label="Staff message" data-folded={isFolded || undefined}>
      <strong>Staff message</strong>
      <div className="strip-text">{isFolded ? null : linked(message)}</div>
      <button type="button" aria-expanded={!isFolded} onClick={() => keepFolded(isFolded ? '' : message)}>
        {isFolded ? 'Show' : 'Fold'}
      </button>
    </aside>
  );
}

function useStaffMessage(): string {
  const query = useQuery({
    queryKey: ['staff message'],
    queryFn: () => send(staffMessage.get, {}, { background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { refetch } = query;
  useEffect(() => {
    // Part 1 §4: on load, and once again after 5 minutes.
    const timer = setTimeout(() => void refetch(), AGAIN_AFTER);
    return () => clearTimeout(timer);
  }, [refetch]);
  return query.data?.message.trim() ?? '';
}

const ADDRESS = /(https?:\/\/[^\s<>"']+)/;

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
