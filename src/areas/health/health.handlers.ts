import { NotReady } from '../../server/http/errors.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { folderTrouble } from './folder.steps.ts';
import type { health } from './health.contract.ts';

export const healthHandlers: Handlers<typeof health> = {
  show: async ({ app }) => {
    // A load balancer sends no new requests to a process whose health call answers 503.
    if (app.stopping.aborted) throw new NotReady('RIC is stopping.');
    const seen = await app.pulse.now();
    if (seen === 'away') throw new NotReady('The database cannot be reached.');
    if (seen === 'preparing') throw new NotReady('The database is being prepared.');
    if (seen === 'read_only') throw new NotReady('The database can only be read, so nothing can be saved.');
    const notWritable = await folderTrouble(app.settings);
    if (notWritable !== null) throw new NotReady(notWritable);
    return { status: 'ok' };
  },
};
