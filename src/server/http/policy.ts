import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { CardFields } from '../../integrations/payment/fields/card-fields.ts';

// Forbids inline styles and scripts, and turning texts into HTML or scripts. No upgrade to https: RIC may be served
// over plain http on a local network. A picture is previewed before it is uploaded: blob.
const STRICT = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
  upgradeInsecureRequests: null,
};
// The gateway's card fields may appear anywhere in the application, which is one page, so every answer allows their
// addresses.
const withFields = ({ scripts, frames, connections, keepsTrustedTypes }: CardFields) => ({
  ...STRICT,
  scriptSrc: ["'self'", ...scripts],
  frameSrc: ["'self'", ...frames],
  connectSrc: ["'self'", ...connections],
  // The script that loads the card fields uses this policy name. A gateway whose script needs plain strings gets no
  // Trusted Types, or its fields would never show.
  ...(keepsTrustedTypes
    ? { trustedTypes: ['card-fields'] }
    : { requireTrustedTypesFor: null, trustedTypes: null }),
});
// One year, for this host only: its subdomains are not RIC's.
const onlyByHttps = helmet.hsts({ includeSubDomains: false });

/** Sends a browser the security headers with every answer; a page with its own policy sets that in its handler. */
export function protectBrowsers(app: FastifyInstance, fields: CardFields | null): void {
  const contentSecurityPolicy = { directives: fields ? withFields(fields) : STRICT };
  const protect = helmet({ contentSecurityPolicy, hsts: false, originAgentCluster: false });
  app.addHook('onRequest', ({ raw, protocol }, reply, done) => {
    const next = () => protect(raw, reply.raw, () => done());
    if (protocol === 'https') onlyByHttps(raw, reply.raw, next);
    else next();
  });
}

/** The policy's name for an inline script or style of a page. */
export const policyHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
