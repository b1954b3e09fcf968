import { openApiDocument, type ApiContract } from '../../server/http/openapi.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { OpenApi, type apiDocument } from './api-document.contract.ts';

/** Returns the handlers of the call that describes the calls of all areas. */
export const apiDocumentHandlers = (contract: ApiContract): CallHandlers<typeof apiDocument> => ({
  openApi: described(contract),
});

// The document is made at the first request, which takes a twentieth of a second, and is kept.
function described(contract: ApiContract): () => OpenApi {
  let document: OpenApi | undefined;
  return () => (document ??= OpenApi.parse(openApiDocument(contract)));
}
