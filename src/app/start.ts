import { join } from 'node:path';
import { openOutside } from '../outside/outside.ts';
import { buildApp } from './app.ts';
import { CannotStart } from '../server/process/cannot-start.ts';
import type { Desk } from '../server/process/context.ts';
import { deskOf } from '../server/process/desk.ts';
import { openLive } from '../server/live/live.ts';
import type { Database } from '../server/database/open.ts';
import { reasonOf } from '../server/database/prepare.ts';
import { demonstrationSignIns, fillWhenEmpty, foundGatewayBook, type SignIn } from './demonstration.ts';
import { startJobs } from './jobs.ts';
import { projectRoot } from '../server/process/root.ts';
import type { Settings } from '../server/process/settings.ts';
import { logTimersTo } from '../server/process/timer.ts';

export type Started = {
  /** Where the application answers, e.g. `http://127.0.0.1:4000`. */
  address: string;
  /** The demonstration company's sign-ins that still work; none in a real company. */
  signIns: SignIn[];
  /** Stops accepting, finishes what is in flight, then lets go of everything. */
  stop(): Promise<void>;
};

type Undo = () => Promise<unknown>;

/** Starts everything above the database, in its order; whatever fails, what was begun is undone and the error thrown. */
export async function startDesk(
  settings: Settings,
  prepared: Promise<Database>,
  say: (line: string) => void,
): Promise<Started> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const database = await prepared;
    const { db, close } = database;
    undo.push(close);
    if (settings.demo) await fillWhenEmpty(db, settings, say);
    if (settings.demo) await foundGatewayBook(db, settings);
    const outside = await openOutside(settings);
    undo.push(() => outside.close());
    const live = openLive(database);
    undo.push(() => live.close());
    const desk = deskOf(database, { settings, outside, live, now: () => new Date() });
    const address = await listen(desk, undo);
    return { address, signIns: await demonstrationSignIns(db), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(desk: Desk, undo: Undo[]): Promise<string> {
  const { host, port } = desk.settings;
  const app = await buildApp(desk, { webRoot: join(projectRoot, 'dist', 'web') });
  logTimersTo(app.log);
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw new CannotStart(listenSentence(error, desk.settings));
  });
  const timers = startJobs(desk);
  undo.push(() => Promise.all(timers.map((timer) => timer.stop())));
  // Last in, first undone: the timers and outside systems stay until the last request is answered.
  undo.push(() => app.close());
  return address;
}

function listenSentence(error: unknown, { host, port }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return `PORT ${port} on ${host} is in use by another program; stop that one or set another PORT.`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user; set a PORT above 1023.`;
  return `HOST ${host} with PORT ${port} can not be listened on: ${reasonOf(error)}.`;
}
