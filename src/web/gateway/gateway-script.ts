import type { StripeConstructor } from '@stripe/stripe-js';

// The browser's Trusted Types API, which TypeScript's DOM types lack.
type Trusting = {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy };
};
type Policy = { createScriptURL(url: string): unknown };

let policy: Policy | undefined;
let loading: Promise<StripeConstructor> | null = null;

/**
 * Loads the payment gateway's script once, from the gateway's own address, as the gateway requires; a failed load is
 * retried. The gateway's own loader package accepts no other address and no Trusted Types policy.
 */
export function loadGatewayScript(address: string): Promise<StripeConstructor> {
  loading ??= load(address).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(address: string): Promise<StripeConstructor> {
  const script = document.createElement('script');
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      script.remove();
      reject(new Error('The script did not load.'));
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => (window.Stripe ? resolve(window.Stripe) : fail()));
    setAddress(script, address);
    document.head.append(script);
  });
}

function setAddress(script: HTMLScriptElement, address: string): void {
  const { trustedTypes }: typeof window & Trusting = window;
  policy ??= trustedTypes?.createPolicy('card-fields', {
    createScriptURL: (url) => {
      if (url !== address) throw new Error('This is not the script of the card fields.');
      return url;
    },
  });
  Object.assign(script, { src: policy?.createScriptURL(address) ?? address });
}
