/** A payment gateway's own card fields: their script, and the origins that a page must allow for them. */
export type CardFields = {
  /** The address of the script that defines `Stripe` on the window. */
  script: string;
  publishableKey: string;
  /** The origins of scripts, as a content security policy names them. */
  scripts: string[];
  frames: string[];
  connections: string[];
  /**
   * True if the script works with Trusted Types: it never turns text into scripts or HTML, so that the page may go on
   * forbidding that.
   */
  keepsTrustedTypes: boolean;
};

/**
 * Returns Stripe's card fields, in the release that the server library here uses. The origins come from Stripe's
 * guide (docs.stripe.com/security/guide, Content Security Policy). For Trusted Types the guide requires a `default`
 * policy, which would accept every text of every script, and Stripe's loader offers no other way
 * (github.com/stripe/stripe-js/issues/403).
 */
export const stripeCardFields = (publishableKey: string): CardFields => ({
  script: 'https://js.stripe.com/endive/stripe.js',
  publishableKey,
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  keepsTrustedTypes: false,
});

/** Returns the address to which a browser may post a test card, from any page, to get a token for it. */
export const testCardTokenAddress = ({ script }: CardFields): string => new URL('tokens', script).href;

/**
 * Returns the card fields of the built-in gateway at this address, which a browser must be able to reach; their
 * interface is that of Stripe.
 */
export const builtInCardFields = (url: string): CardFields => ({
  script: `${url}/fields/script.js`,
  publishableKey: 'pk_built_in',
  scripts: [url],
  frames: [url],
  connections: [],
  keepsTrustedTypes: true,
});
