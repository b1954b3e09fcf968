import { useQuery } from '@tanstack/react-query';
import { useIdle } from '../../web/navigation/idle.ts';
import { send } from '../../web/sending/send.ts';
import { helpfulLinks } from './helpful-links.contract.ts';

const FRESH_MS = 5_000;

/** Loads every link in its order, for the top bar, and for a filtered list, which must know the others. */
export const useLinks = () =>
  useQuery({
    enabled: useIdle(),
    queryKey: ['link lists'],
    // A component that becomes idle a moment later does not load them again.
    staleTime: FRESH_MS,
    queryFn: () => send(helpfulLinks.index, { query: { sort_fields: '["order"]' } }, { background: true }),
  });
