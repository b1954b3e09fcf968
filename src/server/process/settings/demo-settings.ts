import { COURSE_SYSTEM_ACCOUNTS } from '../course-system-settings.ts';
import { choiceSetting } from '../settings-kinds.ts';

export const demoSettings = {
  DEMO: choiceSetting('on', 'off', 'live')
    .optional()
    .describe(
      'on: fills an empty database with the demonstration company; live: made-up people use it; off beside DATABASE_URL or a real account',
    ),
};

/** The settings that give RIC an account at a real system, which may belong to a real company. */
const ACCOUNTS = [
  ...(['STRIPE_SECRET_KEY', 'SMTP_URL', 'PIPEDRIVE_API_TOKEN', 'S3_ENDPOINT'] as const),
  ...COURSE_SYSTEM_ACCOUNTS,
];
// These values belong to no real company: Stripe's test keys move no money, and a mail server on this machine may
// belong to a tester.
const OF_TESTS = [/^(sk|rk)_test_/, /^smtps?:\/\/([^@/]*@)?(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/];

type Env = { DEMO?: 'on' | 'off' | 'live' | undefined; DATABASE_URL?: string | undefined } & {
  [Name in (typeof ACCOUNTS)[number]]?: string | undefined;
};

/** Returns the value of the setting DEMO; if it is not set, `on` unless a setting suggests a real company. */
export const effectiveDemoSetting = (env: Env): 'on' | 'off' | 'live' =>
  env.DEMO ?? (env.DATABASE_URL || ACCOUNTS.some((name) => env[name]) ? 'off' : 'on');

/** Returns the name of a setting that holds a real company's account; null if there is none. */
export const liveAccountSetting = (env: Env): string | null =>
  ACCOUNTS.find((name) => {
    const value = env[name];
    return value && !OF_TESTS.some((of) => of.test(value));
  }) ?? null;

/** Returns a sentence about demonstration mode beside a real company's account, or null. */
export function demoSettingsProblem(env: Env): string | null {
  const live = liveAccountSetting(env);
  if (effectiveDemoSetting(env) === 'off' || live === null) return null;
  return `DEMO=${env.DEMO} makes up a company whose passwords are published, so it does not go with ${live}, which is a real one's. Remove one of the two.`;
}
