import type { FastifyInstance } from 'fastify';
import { serveEmailFrame } from '../areas/email-templates/email-frame.handlers.ts';
import { serveImages } from '../areas/images/public-images.handlers.ts';
import { httpServer } from '../server/http/http-server.ts';
import { methodsByAddress } from '../server/http/rejecting/methods.ts';
import { serveWebFiles } from '../server/http/pages/web-files.ts';
import type { AppContext } from '../server/process/context.ts';
import { serveAreas } from './areas.ts';

export type AppOptions = {
  /** The built web application, or null where something else serves it. */
  webRoot: string | null;
  /** The port of the demonstration's public site on this machine, if it runs. */
  publicSitePort?: number | undefined;
  logger?: boolean;
};

/** Builds the HTTP application (calls, pictures and screens) on the shared `AppContext`. It does not listen yet. */
export async function buildApp(
  app: AppContext,
  { logger = true, ...web }: AppOptions,
): Promise<FastifyInstance> {
  const server = await httpServer(app, { logger });
  const methodsAt = methodsByAddress(server);
  serveAreas(server, app);
  serveImages(server, app);
  serveEmailFrame(server);
  await serveWebFiles(server, app, { ...web, methodsAt });
  return server;
}
