import type { FastifyInstance } from 'fastify';
import { whyTooLarge } from '../../../contract/forms/json.ts';
import { RequestError } from '../errors.ts';

/** Parses JSON bodies. A body that is nested too deep or has too long a list is rejected before any object is built. */
export function readBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = whyTooLarge(String(body));
    if (excess !== null) done(new RequestError(400, `The request ${excess}.`));
    else void read(request, String(body), done);
  });
}
