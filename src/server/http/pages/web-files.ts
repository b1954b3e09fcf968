import { existsSync } from 'node:fs';
import { join } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../process/context.ts';
import { isPartnerAddress } from '../../partners/addresses.ts';
import { HttpRequestError } from '../errors.ts';
import { plainPage } from './plain-page.ts';

type WebFiles = {
  webRoot: string | null;
  publicSitePort?: number | undefined;
  methodsAt: (address: string) => string[];
};

/**
 * Serves the built web application, and its one HTML page at the address of every screen. Any other address is
 * answered 404, or with the methods that the address supports.
 */
export async function serveWebFiles(
  server: FastifyInstance,
  app: AppContext,
  { webRoot, publicSitePort, methodsAt }: WebFiles,
): Promise<void> {
  server.get('/golf_courses', (request, reply) => {
    const beside = publicSitePort && `${request.protocol}://${request.hostname}:${publicSitePort}`;
    const publicSiteUrl = app.settings.publicSiteUrl ?? beside;
    if (publicSiteUrl) return reply.redirect(publicSiteUrl.replace(/\/$/, '') + request.url);
    return reply.send(plainPage(reply, NO_PUBLIC_SITE));
  });
  if (webRoot !== null && existsSync(webRoot)) {
    // Each file named here would get a route of its own, which would take precedence over the one route for all assets.
    const globIgnore = ['assets/**'];
    await server.register(statics, { root: webRoot, index: false, wildcard: false, globIgnore, maxAge: 0 });
    // The names of assets change with their content, so browsers may keep them forever. `scripts/build.mjs` has
    // compressed the files.
    await server.register(statics, {
      root: join(webRoot, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url);
    if (isPartnerAddress(request.url)) {
      if (methods.length === 0) throw new HttpRequestError(404, 'There is nothing at this address.');
      void reply.header('allow', methods.join(', '));
      throw new HttpRequestError(405, 'This address has no such method.');
    }
    if (methods.length > 0 && !methods.includes(request.method))
      return reply
        .status(405)
        .header('allow', methods.join(', '))
        .send({ message: 'This address has no such method.', request_id: request.id });
    const page =
      webRoot !== null &&
      ['GET', 'HEAD'].includes(request.method) &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      !request.url.startsWith('/images/');
    if (page)
      return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
    return reply.status(404).send({ message: 'There is nothing at this address.', request_id: request.id });
  });
}

const NO_PUBLIC_SITE = {
  title: 'Booking Engine',
  says: 'The public booking site is not configured. Set PUBLIC_SITE_URL to its address.',
  link: { to: '/home', text: 'Back to RIC' },
};
