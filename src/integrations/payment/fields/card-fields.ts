/** The gateway's own card fields: their script, and the origins that a page must allow for them. */
export type CardFields = {
  /** The script that defines `Stripe` on the window. */
  script: string;
  publishableKey: string;
  /** The origins, as a content security policy names them. */
  scripts: string[];
  frames: string[];
  connections: string[];
  /** True if the script never turns a text into script or markup, so that the page may go on forbidding it. */
  keepsTrustedTypes: boolean;
};

/**
 * Stripe's card fields, of the release that its server library here uses. The origins are those of Stripe's guide
 * (docs.stripe.com/security/guide, Content Security Policy). For trusted types the guide asks for a `default` policy,
 * which would accept every text of every script, and its loader offers no other
 * (github.com/stripe/stripe-js/issues/403).
 */
export const stripeFields = (publishableKey: string): CardFields => ({
  script: 'https://js.stripe.com/endive/stripe.js',
  publishableKey,
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  keepsTrustedTypes: false,
});

/** The address to which a browser posts a test card for its token, from any page. */
export const testTokenAddress = ({ script }: CardFields): string => new URL('tokens', script).href;

/** The built-in gateway's card fields at this address, with the same interface; a browser must reach it. */
export const builtInFields = (url: string): CardFields => ({
  script: `${url}/fields/script.js`,
  publishableKey: 'pk_built_in',
  scripts: [url],
  frames: [url],
  connections: [],
  keepsTrustedTypes: true,
});
