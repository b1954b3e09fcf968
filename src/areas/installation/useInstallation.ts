import { useQuery } from '@tanstack/react-query';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { installation } from './installation.contract.ts';

/** Loads the facts about this installation, once for all screens. */
export function useInstallation() {
  const { name } = useSession();
  return useQuery({
    queryKey: ['installation', name],
    queryFn: () => sendCall(installation.settings, {}, { background: true }),
  });
}
