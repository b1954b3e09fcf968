import type { FastifyInstance } from 'fastify';
import { hashOf } from '../../server/http/policy.ts';
import { LETTER_FRAME } from './email-templates.contract.ts';

// What is put into a page like this runs no script of its own, and the policy would let none.
const SCRIPT = `addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data === 'string') document.documentElement.innerHTML = data;
});`;
const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Letter</title><script>${SCRIPT}</script></html>`;

// Letters have their styles inline, which the application's own policy lets nobody have.
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/** The page that a letter is shown in: it holds nothing, is nobody's (an origin of its own), and reaches nobody. */
export function serveLetterFrame(app: FastifyInstance): void {
  app.get(LETTER_FRAME, (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
}
