import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { CardFields } from '../../integrations/payment/fields/card-fields.ts';

// The content security policy forbids inline styles and scripts, and turning texts into HTML or scripts. It demands no
// upgrade to https, because RIC may be served over plain http on a local network. It allows `blob:` because pictures
// are previewed before they are uploaded.
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
// The application is one HTML page, and the payment gateway's card fields may appear on any screen, so every answer
// allows the gateway's addresses.
const withFields = ({ scripts, frames, connections, keepsTrustedTypes }: CardFields) => ({
  ...STRICT,
  scriptSrc: ["'self'", ...scripts],
  frameSrc: ["'self'", ...frames],
  connectSrc: ["'self'", ...connections],
  // The script that loads the card fields uses this Trusted Types policy. A gateway whose script needs plain strings
  // turns Trusted Types off, because otherwise its fields would never show.
  ...(keepsTrustedTypes
    ? { trustedTypes: ['card-fields'] }
    : { requireTrustedTypesFor: null, trustedTypes: null }),
});
// Browsers use https for one year, for this host only, because its subdomains may not belong to RIC.
const onlyByHttps = helmet.hsts({ includeSubDomains: false });

/** Adds the security headers to every HTTP answer; a page with a policy of its own sets that in its handler. */
export function addSecurityHeaders(app: FastifyInstance, fields: CardFields | null): void {
  const contentSecurityPolicy = { directives: fields ? withFields(fields) : STRICT };
  const protect = helmet({ contentSecurityPolicy, hsts: false, originAgentCluster: false });
  app.addHook('onRequest', ({ raw, protocol }, reply, done) => {
    const next = () => protect(raw, reply.raw, () => done());
    if (protocol === 'https') onlyByHttps(raw, reply.raw, next);
    else next();
  });
}

/** Returns the hash by which a content security policy allows an inline script or style. */
export const cspHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
