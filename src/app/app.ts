import type { FastifyInstance } from 'fastify';
import { serveEmailFrame } from '../areas/email-templates/email-frame.handlers.ts';
import { serveImages } from '../areas/images/public-images.handlers.ts';
import { httpServer } from '../server/http/http-server.ts';
import { methodsByAddress } from '../server/http/rejecting/methods.ts';
import { serveWebFiles } from '../server/http/pages/web-files.ts';
import type { Desk } from '../server/process/context.ts';
import { serveAreas } from './areas.ts';

export type AppOptions = {
  /** The built web application, or null where something else serves it. */
  webRoot: string | null;
  /** The port of the demonstration's public site on this machine, if it runs. */
  publicSitePort?: number | undefined;
  logger?: boolean;
};

/** Builds the HTTP application (calls, pictures and screens) on the shared `Desk`. It does not listen yet. */
export async function buildApp(desk: Desk, { logger = true, ...web }: AppOptions): Promise<FastifyInstance> {
  const app = await httpServer(desk, { logger });
  const methodsAt = methodsByAddress(app);
  serveAreas(app, desk);
  serveImages(app, desk);
  serveEmailFrame(app);
  await serveWebFiles(app, desk, { ...web, methodsAt });
  return app;
}
