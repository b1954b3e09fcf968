import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../server/process/context.ts';
import { fetchPicture } from './images.steps.ts';

/** Serves the pictures of courses publicly, at addresses that nobody can guess. */
export function servePublicImages(server: FastifyInstance, app: AppContext): void {
  server.get<{ Params: { name: string } }>('/images/:name', async ({ params: { name } }, reply) => {
    const image = await fetchPicture(app, name);
    if (!image) return reply.callNotFound();
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
        // The header allows the public site, which has another origin, to show the pictures.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(image.mediaType)
        .send(image.bytes)
    );
  });
}
