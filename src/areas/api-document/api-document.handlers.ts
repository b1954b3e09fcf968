import { openApiOf, type Contract } from '../../server/http/openapi.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { OpenApi, type apiDocument } from './api-document.contract.ts';

/** Describes the calls of all areas. */
export const apiDocumentHandlers = (contract: Contract): Handlers<typeof apiDocument> => ({
  openApi: described(contract),
});

// Made at the first request, in a twentieth of a second, and cached.
function described(contract: Contract): () => OpenApi {
  let document: OpenApi | undefined;
  return () => (document ??= OpenApi.parse(openApiOf(contract)));
}
