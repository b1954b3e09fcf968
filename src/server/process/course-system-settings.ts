import { z } from 'zod';
import type { CourseSystemSettings } from '../../integrations/course/open-course-systems.ts';
import { httpAddressSetting, millisecondsSetting } from './settings-kinds.ts';

/** The settings of the course systems: a system is connected if an account is set. */
export const courseSystemSettings = {
  COURSE_SYSTEM_URL: httpAddressSetting('http://127.0.0.1:4103')
    .optional()
    .describe('a simulator that already runs and plays the course systems without settings'),
  COURSE_SYSTEM_TRY_MS: millisecondsSetting(12_000).describe('time for one request to a course system'),
  FORE_UP_EMAIL: z.string().optional().describe("our user of foreUP's partner API"),
  FORE_UP_PASSWORD: z.string().optional().describe('password of that user'),
  FORE_UP_API_URL: httpAddressSetting('https://api.foreupsoftware.com/api_rest/index.php')
    .default('https://api.foreupsoftware.com/api_rest/index.php')
    .describe("foreUP's address"),
  GOLFNOW_USER_NAME: z.string().optional().describe("our user of GolfNow's affiliate API"),
  GOLFNOW_PASSWORD: z.string().optional().describe('password of that user'),
  GOLFNOW_CHANNEL: z.string().optional().describe('our channel at GolfNow'),
  GOLFNOW_CLIENT_SECRET: z.string().optional().describe('signs requests, so that the password is not sent'),
  GOLFNOW_CUSTOMER_EMAIL: z
    .string()
    .optional()
    .describe('customer whose reservations RIC cancels at GolfNow'),
  GOLFNOW_CUSTOMER_PASSWORD: z.string().optional().describe('password of that customer'),
  GOLFNOW_API_URL: httpAddressSetting('https://sandbox.api.gnsvc.com/rest')
    .default('https://api.gnsvc.com/rest')
    .describe("GolfNow's address; its sandbox is another"),
  GOLFSWITCH_RESELLER_ID: z.string().optional().describe('our reseller id at Golfswitch'),
  GOLFSWITCH_PARTNER_ID: z.string().optional().describe('our partner id there, if it gave one'),
  GOLFSWITCH_ACCESS_KEY: z.string().optional().describe('our access key there, if it gave one'),
  GOLFSWITCH_API_URL: httpAddressSetting('https://devxml.golfswitch.com/golfservice.asmx')
    .default('https://xml.golfswitch.com/golfService.asmx')
    .describe("Golfswitch's address"),
  CLUB_PROPHET_CLIENT_ID: z.string().optional().describe('the name that Club Prophet gave us'),
  CLUB_PROPHET_USER_NAME: z.string().optional().describe('account whose reservations RIC cancels there'),
  CLUB_PROPHET_PASSWORD: z.string().optional().describe('password of that account'),
  CLUB_PROPHET_API_URL: z
    .string()
    .regex(/^https?:\/\/[\w.{}:/-]+$/, 'must be an address like https://{tenant}.cps.golf')
    .transform((text) => text.replace(/\/+$/, ''))
    .default('https://{tenant}.cps.golf')
    .describe("Club Prophet's address; without {tenant} it is one tenant's own"),
};

/** The settings that name an account at a real course system. */
export const COURSE_SYSTEM_ACCOUNTS = [
  'FORE_UP_EMAIL',
  'GOLFNOW_USER_NAME',
  'GOLFSWITCH_RESELLER_ID',
  'CLUB_PROPHET_CLIENT_ID',
] as const;

/** The settings of course systems whose values must not appear in an error message. */
export const COURSE_SYSTEM_SECRETS = [
  'FORE_UP_PASSWORD',
  'GOLFNOW_PASSWORD',
  'GOLFNOW_CLIENT_SECRET',
  'GOLFNOW_CUSTOMER_PASSWORD',
  'GOLFSWITCH_ACCESS_KEY',
  'CLUB_PROPHET_PASSWORD',
];

const Settings = z.object(courseSystemSettings);
type Env = z.output<typeof Settings>;

const PAIRS: [keyof Env, ...(keyof Env)[]][] = [
  ['FORE_UP_EMAIL', 'FORE_UP_PASSWORD'],
  ['GOLFNOW_USER_NAME', 'GOLFNOW_PASSWORD', 'GOLFNOW_CHANNEL'],
  ['GOLFNOW_CUSTOMER_EMAIL', 'GOLFNOW_CUSTOMER_PASSWORD'],
  ['CLUB_PROPHET_USER_NAME', 'CLUB_PROPHET_PASSWORD'],
];
const NEEDS: [keyof Env, keyof Env][] = [
  ['GOLFNOW_CLIENT_SECRET', 'GOLFNOW_USER_NAME'],
  ['GOLFNOW_CUSTOMER_EMAIL', 'GOLFNOW_USER_NAME'],
  ['GOLFSWITCH_PARTNER_ID', 'GOLFSWITCH_RESELLER_ID'],
  ['GOLFSWITCH_ACCESS_KEY', 'GOLFSWITCH_RESELLER_ID'],
  ['CLUB_PROPHET_USER_NAME', 'CLUB_PROPHET_CLIENT_ID'],
];

/** Returns a sentence about settings of course systems that contradict each other, or null. */
export function courseSystemSettingsProblem(env: Env): string | null {
  for (const names of PAIRS) {
    const given = names.filter((name) => env[name] !== undefined);
    const absent = names.find((name) => env[name] === undefined);
    if (given[0] !== undefined && absent !== undefined) return `${given[0]} needs ${absent} beside it.`;
  }
  const lonely = NEEDS.find(([name, needed]) => env[name] !== undefined && env[needed] === undefined);
  return lonely ? `${lonely[0]} needs ${lonely[1]} beside it.` : null;
}

type Company = { demo: boolean; mailFrom: string };

/** Converts the settings of course systems to the form that the adapters take. */
export function toCourseSystemSettings(env: Env, { demo, mailFrom }: Company): CourseSystemSettings {
  return {
    demo,
    url: env.COURSE_SYSTEM_URL,
    tryMs: env.COURSE_SYSTEM_TRY_MS,
    contact: /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? mailFrom,
    foreUp:
      env.FORE_UP_EMAIL && env.FORE_UP_PASSWORD
        ? { apiUrl: env.FORE_UP_API_URL, email: env.FORE_UP_EMAIL, password: env.FORE_UP_PASSWORD }
        : null,
    golfNow: golfNowOf(env),
    golfswitch: env.GOLFSWITCH_RESELLER_ID
      ? {
          apiUrl: env.GOLFSWITCH_API_URL,
          resellerId: env.GOLFSWITCH_RESELLER_ID,
          partnerId: env.GOLFSWITCH_PARTNER_ID,
          accessKey: env.GOLFSWITCH_ACCESS_KEY,
        }
      : null,
    clubProphet: env.CLUB_PROPHET_CLIENT_ID
      ? {
          apiUrl: env.CLUB_PROPHET_API_URL,
          clientId: env.CLUB_PROPHET_CLIENT_ID,
          member:
            env.CLUB_PROPHET_USER_NAME && env.CLUB_PROPHET_PASSWORD
              ? { userName: env.CLUB_PROPHET_USER_NAME, password: env.CLUB_PROPHET_PASSWORD }
              : undefined,
        }
      : null,
  };
}

function golfNowOf(env: Env): CourseSystemSettings['golfNow'] {
  const { GOLFNOW_USER_NAME: userName, GOLFNOW_PASSWORD: password, GOLFNOW_CHANNEL: channel } = env;
  if (!userName || !password || !channel) return null;
  return {
    apiUrl: env.GOLFNOW_API_URL,
    userName,
    password,
    channel,
    clientSecret: env.GOLFNOW_CLIENT_SECRET,
    customer:
      env.GOLFNOW_CUSTOMER_EMAIL && env.GOLFNOW_CUSTOMER_PASSWORD
        ? { email: env.GOLFNOW_CUSTOMER_EMAIL, password: env.GOLFNOW_CUSTOMER_PASSWORD }
        : undefined,
  };
}
