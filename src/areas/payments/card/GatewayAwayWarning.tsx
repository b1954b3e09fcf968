import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../web/components/Alert.tsx';
import { useBrowserIdle } from '../../../web/navigation/idle.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { payments } from '../payments.contract.ts';
import { gatewayAwayWarning } from './gateway-away.rules.ts';

const EVERY_MS = 10_000;

/**
 * Warns, before anybody types a card, that no card can be charged now; shows nothing if one can, or if that is
 * unknown. `isNeeded`: the form cannot be sent without a card.
 */
export function GatewayAwayWarning({ isNeeded = false }: { isNeeded?: boolean | undefined }) {
  const isTime = useBrowserIdle();
  const found = useQuery({
    enabled: isTime,
    queryKey: ['gateway'],
    queryFn: ({ signal }) => sendCall(payments.gateway, {}, { background: true, signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <div role="status" className="gateway-away">
      {found.data?.is_away && <Alert tone="waiting">{gatewayAwayWarning(isNeeded)}</Alert>}
    </div>
  );
}
