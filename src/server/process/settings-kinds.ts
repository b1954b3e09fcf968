import { isIP } from 'node:net';
import { z } from 'zod';

export function wholeNumberSetting(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  const inRange = (text: string) => Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .refine(inRange, message)
    .transform(Number);
}

/** Returns the schema of a setting in minutes: `0.5` is half a minute. */
export function minutesSetting(least: number, most: number) {
  const message = `must be minutes from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}(\.\d{1,3})?$/, message)
    .refine((text) => Number(text) >= least && Number(text) <= most, message)
    .transform(Number);
}

/** Returns the schema of a setting that is one of a few words. */
export const choiceSetting = <const W extends readonly [string, ...string[]]>(...words: W) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

/** Marks a setting that a company never needs to change; `docs/settings.md` lists these apart. */
export const TIMING = { isTiming: true };

export const millisecondsSetting = (otherwise: number) =>
  wholeNumberSetting(1, 31_536_000_000).default(otherwise).meta(TIMING);

function isAddress(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1));
}

export function addressSetting(protocols: string[], example: string) {
  return z.string().refine((text) => isAddress(text, protocols), `must be an address like ${example}`);
}

export const httpAddressSetting = (example: string) =>
  addressSetting(['http', 'https'], example).transform((text) => text.replace(/\/+$/, ''));

/** The schema of a setting with host names, separated by commas, in lower case and without ports. */
export const hostNamesSetting = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  .refine(
    (names) => names.every((name) => /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(name)),
    'must be host names like ric.example.com,office.example.com',
  );

/** The schema of a setting with hosts and their ports, separated by commas, in lower case. */
export const hostsWithPortsSetting = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((one) => one.trim()),
  )
  .refine(
    (all) => all.every((one) => /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(one)),
    'must be hosts with ports like hooks.office.example:8443,10.0.0.7:8080',
  );

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits);
}

/** The schema of a setting with IP addresses and networks, separated by commas. */
export const networksSetting = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (all) => all.every(isNetwork),
    'must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas between',
  );
