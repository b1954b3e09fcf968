import type { FastifyInstance } from 'fastify';
import { cspHash } from '../../../server/http/policy.ts';
import type { CallHandlers } from '../../../server/http/serve.ts';
import { partnerOpenApiDocument } from '../../../server/partners/partner-openapi.ts';
import { EVENT_BODY_SCHEMAS } from '../../webhooks/events.contract.ts';
import { PartnerDocument, partnerInterface, type partnerDocument } from '../partner-interface.contract.ts';
import { PARTNER_PAGE_STYLES, partnerPage } from './page.texts.ts';

// The OpenAPI document, created at the first request and then cached.
let document: PartnerDocument | undefined;
const described = () =>
  (document ??= PartnerDocument.parse(partnerOpenApiDocument(partnerInterface, EVENT_BODY_SCHEMAS)));

export const partnerDocumentHandlers: CallHandlers<typeof partnerDocument> = { openApi: described };

const POLICY = `default-src 'none'; style-src ${cspHash(PARTNER_PAGE_STYLES)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
let page: string | undefined;

/** Serves the partner interface's OpenAPI document as a web page for a partner's developers. */
export function servePartnerPage(app: FastifyInstance): void {
  app.get('/partner/v1', (_, reply) => {
    page ??= partnerPage(described());
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
