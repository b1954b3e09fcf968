import type { FastifyInstance } from 'fastify';
import { isTooDeep } from '../../../contract/forms/json.ts';
import { RequestError } from '../errors.ts';

/** Bodies of JSON are read here alone: what is nested too deep is refused before anything is built of it. */
export function readBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(String(body))) done(new RequestError(400, 'The request is nested too deep.'));
    else void read(request, String(body), done);
  });
}
