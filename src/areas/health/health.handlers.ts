import { NotReady } from '../../server/http/errors.ts';
import { migrationsPending } from '../../server/database/migrate.ts';
import { within } from '../../server/database/driver/deadline.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { whyNotSaving } from './writing.queries.ts';
import type { health } from './health.contract.ts';

// A database that hangs must not make the health call hang as well.
const ANSWER_MS = 1500;

export const healthHandlers: Handlers<typeof health> = {
  show: async ({ db, desk }) => {
    // Whoever shares the work out among processes asks this one for nothing new.
    if (desk.stopping.aborted) throw new NotReady('RIC is stopping.');
    const pending = await within(ANSWER_MS, migrationsPending(db)).catch((cause: unknown) => {
      throw new NotReady('The database can not be reached.', { cause });
    });
    if (pending) throw new NotReady('The database is being prepared.');
    const notSaving = await within(ANSWER_MS, whyNotSaving(desk));
    if (notSaving !== null) throw new NotReady(notSaving);
    return { status: 'ok' };
  },
};
