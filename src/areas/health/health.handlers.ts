import { NotReady } from '../../server/errors.ts';
import { migrationsPending } from '../../server/database/migrate.ts';
import type { Handlers } from '../../server/serve.ts';
import type { health } from './health.contract.ts';

// A database that hangs must not make the health call hang as well.
const PATIENCE_MS = 1500;

export const healthHandlers: Handlers<typeof health> = {
  show: async ({ db }) => {
    const pending = await within(PATIENCE_MS, migrationsPending(db));
    if (pending) throw new NotReady('The database is being prepared.');
    return { status: 'ok' };
  },
};

async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('late')), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    throw new NotReady('The database can not be reached.');
  } finally {
    clearTimeout(timer);
  }
}
