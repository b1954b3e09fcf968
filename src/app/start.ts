import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openIntegrations } from '../integrations/integrations.ts';
import { appMetrics } from '../areas/metrics/metrics.steps.ts';
import { buildApp } from './app.ts';
import { CannotStart } from '../server/process/cannot-start.ts';
import type { AppContext } from '../server/process/context.ts';
import { createAppContext } from '../server/process/app-context.ts';
import { openLiveEvents } from '../server/live/live.ts';
import { offerDatabaseCopies } from '../server/database/backup/copies.ts';
import type { Database } from '../server/database/open.ts';
import { CHANGEABLE_AUDIT_WARNING, canChangeAudit } from '../server/database/owner/owner.ts';
import { systemErrorText } from '../server/database/server/reach.ts';
import { openDemonstrationSite, type DemonstrationSite } from './demonstration/public-site.ts';
import {
  demonstrationSignIns,
  fillEmptyDatabase,
  createGatewayBook,
  rejectLiveDemonstration,
  type DemoSignIn,
} from './demonstration/company.ts';
import { startJobs } from './background/jobs.ts';
import { projectRoot } from '../server/process/root.ts';
import type { Settings } from '../server/process/settings.ts';
import { logTimersTo } from '../server/process/timer.ts';

export type StartedApp = {
  /** The address that the application listens on, e.g. `http://127.0.0.1:4000`. */
  address: string;
  /** The demonstration company's sign-ins that still work; empty for a real company. */
  signIns: DemoSignIn[];
  /**
   * Stops the application: reports the stop in the health call for a moment, accepts no more requests, finishes those in
   * progress, then releases everything.
   */
  stop(): Promise<void>;
};

type Undo = () => Promise<unknown>;

/**
 * Starts everything above the database, in order; if a step fails, the completed steps are undone and the error is thrown.
 */
export async function startApp(
  settings: Settings,
  prepared: Promise<Database>,
  say: (line: string) => void,
): Promise<StartedApp> {
  const undo: Undo[] = [];
  const stopping = new AbortController();
  const undoAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const stop = async () => {
    stopping.abort();
    await pause(settings.stopNoticeMs);
    await undoAll();
  };
  try {
    const database = await prepared;
    const { db, close } = database;
    undo.push(close);
    await offer(database, { dataDir: settings.dataDir, say, undo });
    if (settings.demo) await fillEmptyDatabase(database, settings);
    if (settings.demo) await createGatewayBook(db, settings);
    const signIns = await demonstrationSignIns(db);
    rejectLiveDemonstration(settings, signIns);
    const integrations = await openIntegrations(settings);
    undo.push(() => integrations.close());
    const live = openLiveEvents(database);
    undo.push(() => live.close());
    const now = () => new Date();
    const app = createAppContext(database, { settings, integrations, live, now, stopping: stopping.signal });
    const site = await openDemonstrationSite(db, settings);
    if (site) undo.push(() => site.close());
    const address = await listen(database, { app, site }, undo);
    return { address, signIns, stop };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

type Offering = { dataDir: string; say: (line: string) => void; undo: Undo[] };
/** Offers backups while RIC runs; if that is not possible, RIC starts without them. */
async function offer(database: Database, { dataDir, say, undo }: Offering): Promise<void> {
  const copies = await offerDatabaseCopies(database, dataDir).catch((error: unknown) => {
    say(`RIC cannot be backed up while it runs: ${systemErrorText(error)}.`);
  });
  if (copies) undo.push(() => copies.close());
}

type Company = { app: AppContext; site: DemonstrationSite | null };

async function listen(database: Database, { app, site }: Company, undo: Undo[]): Promise<string> {
  const { host, port } = app.settings;
  const server = await buildApp(app, {
    webRoot: join(projectRoot, 'dist', 'web'),
    publicSitePort: site?.port,
  });
  logTimersTo(server.log);
  for (const warning of app.settings.warnings) server.log.warn(warning);
  if (database.kind === 'server' && (await canChangeAudit(database.db)))
    server.log.warn(CHANGEABLE_AUDIT_WARNING);
  await tellMetrics(server, database, app, undo);
  const address = await server.listen({ host, port }).catch((error: unknown) => {
    throw new CannotStart(listenSentence(error, app.settings));
  });
  const timers = startJobs(app);
  undo.push(() => Promise.all(timers.map((timer) => timer.stop())));
  // The steps are undone in reverse order, so that the timers and integrations stay until the last request is answered.
  undo.push(() => server.close());
  site?.open(Number(new URL(address).port));
  return address;
}

/**
 * Starts the metrics before the application listens, so that every answer is counted; the metrics stay until the last
 * request is answered.
 */
async function tellMetrics(
  server: FastifyInstance,
  database: Database,
  app: AppContext,
  undo: Undo[],
): Promise<void> {
  const { metricsPort: port, metricsHost: host } = app.settings;
  if (port === undefined) return;
  const metrics = appMetrics(app, database);
  metrics.watch(server);
  await metrics.listen({ host, port }).catch((error: unknown) => {
    throw new CannotStart(
      `METRICS_PORT ${port} on ${host} cannot be listened on: ${systemErrorText(error)}.`,
    );
  });
  undo.push(() => metrics.close());
}

function listenSentence(error: unknown, { host, port }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return `PORT ${port} on ${host} is in use by another program; stop that one or set another PORT.`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user; set a PORT above 1023.`;
  return `HOST ${host} with PORT ${port} cannot be listened on: ${systemErrorText(error)}.`;
}
