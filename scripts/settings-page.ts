import type { z } from 'zod';
import { SettingsSchema } from '../src/server/process/settings.ts';

const TOP = `# Settings

Made from \`src/server/process/settings.ts\` by \`npm run docs\`; never edited. Settings come from the environment or from a file
\`.env\` beside \`package.json\`; the environment wins. Values in \`ms\` are milliseconds. [Operations](operations.md#settings) says which
ones a company needs and what they mean for it.
`;
const TIMINGS = `
## Timings

Intervals, time limits, leases, retention and times of day. The defaults fit a company; tests and measurements change them.

`;
const HEAD = `| Setting | Default | Meaning |
| --- | --- | --- |
`;

const cell = (text: string) => text.replaceAll('|', '\\|');

function row([name, setting]: [string, z.ZodType]): string {
  const { data } = setting.safeParse(undefined);
  const value = data === undefined ? '' : `\`${String(data)}\``;
  return `| \`${name}\` | ${value} | ${cell(setting.description ?? '')} |`;
}

const isTiming = ([, setting]: [string, z.ZodType]): boolean => setting.meta()?.['isTiming'] === true;
const table = (settings: [string, z.ZodType][]): string => `${HEAD}${settings.map(row).join('\n')}\n`;

/** Returns docs/settings.md: a table with a row for each setting, and a second table for the timings. */
export function renderSettingsPage(): string {
  const settings: [string, z.ZodType][] = Object.entries(SettingsSchema.shape);
  const others = settings.filter((setting) => !isTiming(setting));
  return `${TOP}\n${table(others)}${TIMINGS}${table(settings.filter(isTiming))}`;
}
