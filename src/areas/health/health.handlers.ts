import { ServiceUnavailable } from '../../server/http/errors.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { dataFolderProblem } from './folder.steps.ts';
import type { health } from './health.contract.ts';

export const healthHandlers: CallHandlers<typeof health> = {
  show: async ({ app }) => {
    // A load balancer sends no new requests to a process whose health call answers 503.
    if (app.stopping.aborted) throw new ServiceUnavailable('RIC is stopping.');
    const seen = await app.pulse.now();
    if (seen === 'away') throw new ServiceUnavailable('The database cannot be reached.');
    if (seen === 'preparing') throw new ServiceUnavailable('The database is being prepared.');
    if (seen === 'read_only')
      throw new ServiceUnavailable('The database can only be read, so nothing can be saved.');
    const notWritable = await dataFolderProblem(app.settings);
    if (notWritable !== null) throw new ServiceUnavailable(notWritable);
    return { status: 'ok' };
  },
};
