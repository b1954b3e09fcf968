import { useQuery } from '@tanstack/react-query';
import { useBrowserIdle } from '../../web/navigation/idle.ts';
import { sendCall } from '../../web/sending/send.ts';
import { helpfulLinks } from './helpful-links.contract.ts';

const FRESH_MS = 5_000;

/**
 * Loads all helpful links in their order: for the top bar, and for the links' list, which needs the links that its filters
 * hide.
 */
export const useHelpfulLinks = () =>
  useQuery({
    enabled: useBrowserIdle(),
    queryKey: ['link lists'],
    // Several components use the links; one that becomes idle a moment later does not load them again.
    staleTime: FRESH_MS,
    queryFn: () =>
      sendCall(helpfulLinks.index, { query: { sort_fields: '["order"]' } }, { background: true }),
  });
