import { z } from 'zod';
import { httpAddressSetting, choiceSetting } from '../settings-kinds.ts';

export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret key of Stripe, which begins with sk_ or rk_')
    .optional()
    .describe('cards are charged at Stripe; without it by the built-in gateway'),
  STRIPE_API_URL: httpAddressSetting('http://127.0.0.1:12111')
    .optional()
    .describe("another address that speaks Stripe's protocol"),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_/, 'must be a publishable key of Stripe, which begins with pk_')
    .optional()
    .describe("the key that Stripe's own card fields are opened with; required for them"),
  STRIPE_MOTO: choiceSetting('on', 'off')
    .default('off')
    .describe("on: staff's charges are flagged as telephone orders, which Stripe enables on request"),
};

type StripeEnv = Partial<Record<keyof typeof stripeSettings, unknown>>;

/** Returns a sentence about Stripe settings that contradict each other, or null. */
export function stripeSettingsProblem(env: StripeEnv): string | null {
  if (env.STRIPE_SECRET_KEY) return null;
  if (env.STRIPE_API_URL) return 'STRIPE_API_URL needs STRIPE_SECRET_KEY beside it.';
  if (env.STRIPE_PUBLISHABLE_KEY) return 'STRIPE_PUBLISHABLE_KEY needs STRIPE_SECRET_KEY beside it.';
  return env.STRIPE_MOTO === 'on' ? 'STRIPE_MOTO=on needs STRIPE_SECRET_KEY beside it.' : null;
}
