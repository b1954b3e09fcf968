import type { z } from 'zod';
import { SettingsSchema } from '../src/server/process/settings.ts';

const TOP = `# Settings

Made from \`src/server/process/settings.ts\` by \`npm run docs\`; never edited. Settings come from the environment or from a file
\`.env\` beside \`package.json\`; the environment wins. Values in \`ms\` are milliseconds. [Operations](operations.md#settings) says which
ones a company needs and what they mean for it.

| Setting | Default | Meaning |
| --- | --- | --- |
`;

const cell = (text: string) => text.replaceAll('|', '\\|');

function row([name, setting]: [string, z.ZodType]): string {
  const { data } = setting.safeParse(undefined);
  const value = data === undefined ? '' : `\`${String(data)}\``;
  return `| \`${name}\` | ${value} | ${cell(setting.description ?? '')} |`;
}

/** Returns docs/settings.md: a table with a row for each setting. */
export const settingsPage = () => `${TOP}${Object.entries(SettingsSchema.shape).map(row).join('\n')}\n`;
