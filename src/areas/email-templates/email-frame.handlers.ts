import type { FastifyInstance } from 'fastify';
import { cspHash } from '../../server/http/policy.ts';
import { EMAIL_FRAME_PATH } from './email-templates.contract.ts';

// Scripts in HTML that is assigned to innerHTML do not run, and the page's policy would not allow them.
const SCRIPT = `addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data === 'string') document.documentElement.innerHTML = data;
});`;
const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Letter</title><script>${SCRIPT}</script></html>`;

// The page has its own policy, because e-mails have inline styles, which the application's policy forbids.
const POLICY = [
  "default-src 'none'",
  `script-src ${cspHash(SCRIPT)}`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/** Serves the page in which an e-mail is shown. The page is empty, has its own origin, and can load nothing. */
export function serveEmailFrame(app: FastifyInstance): void {
  app.get(EMAIL_FRAME_PATH, (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
}
