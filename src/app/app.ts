import type { FastifyInstance } from 'fastify';
import { serveEmailFrame } from '../areas/email-templates/email-frame.handlers.ts';
import { servePublicImages } from '../areas/images/public-images.handlers.ts';
import { buildHttpServer } from '../server/http/http-server.ts';
import { methodsByAddress } from '../server/http/rejecting/methods.ts';
import { serveWebFiles } from '../server/http/pages/web-files.ts';
import type { AppContext } from '../server/process/context.ts';
import { registerAreaCalls } from './areas.ts';

export type AppOptions = {
  /** The folder of the built web application, or null if another server serves it. */
  webRoot: string | null;
  /** The local port of the demonstration's public site, if that site runs. */
  publicSitePort?: number | undefined;
  logger?: boolean;
};

/**
 * Builds the HTTP application (API, pictures and screens) from the process's shared `AppContext`, without listening yet.
 */
export async function buildApp(
  app: AppContext,
  { logger = true, ...web }: AppOptions,
): Promise<FastifyInstance> {
  const server = await buildHttpServer(app, { logger });
  const methodsAt = methodsByAddress(server);
  registerAreaCalls(server, app);
  servePublicImages(server, app);
  serveEmailFrame(server);
  await serveWebFiles(server, app, { ...web, methodsAt });
  return server;
}
