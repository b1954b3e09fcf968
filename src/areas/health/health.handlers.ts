import { NotReady } from '../../server/http/errors.ts';
import type { Handlers } from '../../server/http/serve.ts';
import type { health } from './health.contract.ts';

export const healthHandlers: Handlers<typeof health> = {
  show: async ({ desk }) => {
    const seen = await desk.pulse.now();
    if (seen === 'away') throw new NotReady('The database can not be reached.');
    if (seen === 'preparing') throw new NotReady('The database is being prepared.');
    return { status: 'ok' };
  },
};
