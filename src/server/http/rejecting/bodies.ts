import type { FastifyInstance } from 'fastify';
import { jsonLimitProblem } from '../../../contract/forms/json.ts';
import { HttpRequestError } from '../errors.ts';

/** Parses JSON bodies. A body that is nested too deep or has too long a list is rejected before any object is built. */
export function addJsonBodyParser(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = jsonLimitProblem(String(body));
    if (excess !== null) done(new HttpRequestError(400, `The request ${excess}.`));
    else void read(request, String(body), done);
  });
}
