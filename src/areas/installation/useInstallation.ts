import { useQuery } from '@tanstack/react-query';
import { send } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { installation } from './installation.contract.ts';

/** Loads the facts about this installation, once for all screens. */
export function useInstallation() {
  const { name } = useSession();
  return useQuery({
    queryKey: ['installation', name],
    queryFn: () => send(installation.settings, {}, { background: true }),
  });
}
