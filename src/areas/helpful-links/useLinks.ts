import { useQuery } from '@tanstack/react-query';
import { useIdle } from '../../web/navigation/idle.ts';
import { send } from '../../web/sending/send.ts';
import { helpfulLinks } from './helpful-links.contract.ts';

const FRESH_MS = 5_000;

/** Every link in its order, for the top bar and for what a list of some must know of the others. */
export const useLinks = () =>
  useQuery({
    enabled: useIdle(),
    queryKey: ['link lists'],
    // Whoever comes idle a moment later asks no second time.
    staleTime: FRESH_MS,
    queryFn: () => send(helpfulLinks.index, { query: { sort_fields: '["order"]' } }, { background: true }),
  });
