import { openApiOf, type Contract } from '../../server/http/openapi.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { OpenApi, type apiDocument } from './api-document.contract.ts';

/** Over the calls of all areas, which the document describes. */
export const apiDocumentHandlers = (contract: Contract): Handlers<typeof apiDocument> => ({
  openApi: described(contract),
});

// Made when it is first asked for, a twentieth of a second of work, and kept.
function described(contract: Contract): () => OpenApi {
  let document: OpenApi | undefined;
  return () => (document ??= OpenApi.parse(openApiOf(contract)));
}
