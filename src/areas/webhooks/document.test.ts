import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { webhookSignature } from '../../integrations/webhooks/signature.ts';
import { projectRoot } from '../../server/process/root.ts';
import { EVENT_DATA_SCHEMAS, EVENT_KINDS, WebhookEvent } from './events.contract.ts';

const document = readFileSync(join(projectRoot, 'docs', 'webhooks.md'), 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

test('the document has every kind, each with an example that is as it is sent', () => {
  const headings = [...document.matchAll(/^### (\S+)$/gm)].map(([, kind = '']) => kind);
  expect(headings).toEqual([...EVENT_KINDS]);
  const examples = blocks('json').map((text) => WebhookEvent.parse(JSON.parse(text)));
  expect(examples.map(({ kind }) => kind)).toEqual(headings);
  for (const { kind, data } of examples) {
    const declared: z.ZodType = EVENT_DATA_SCHEMAS[kind];
    expect(declared.parse(data)).toEqual(data);
  }
});

const Module = z.object({
  isFromRic: z.custom<(secret: string, signature: unknown, body: string, now?: number) => boolean>(
    (found) => typeof found === 'function',
  ),
});

test('its code takes what RIC signs, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ric-webhooks-'));
  const file = join(folder, 'check.mjs');
  await writeFile(file, blocks('js')[0] ?? '');
  const { isFromRic } = Module.parse(await import(/* @vite-ignore */ pathToFileURL(file).href));
  await rm(folder, { recursive: true });
  const [secret, now, body] = ['secret', 1_700_000_000, '{"id":1}'];
  const signed = webhookSignature(secret, now, body);
  expect(document).toContain(`\n${signed}\n`);
  expect(isFromRic(secret, signed, body, now)).toBe(true);
  expect(isFromRic(secret, signed, body, now + 299)).toBe(true);
  expect(isFromRic(secret, webhookSignature(secret, Math.floor(Date.now() / 1000), 'x'), 'x')).toBe(true);
  const refused = [
    isFromRic('another', signed, body, now),
    isFromRic(secret, signed, '{"id":2}', now),
    isFromRic(secret, signed, body, now + 301),
    isFromRic(secret, signed, body, now - 301),
    isFromRic(secret, signed.replace('1700000000', '1700000001'), body, now),
    isFromRic(secret, signed.slice(0, -2), body, now),
    isFromRic(secret, undefined, body, now),
    isFromRic(secret, '', body, now),
  ];
  expect(refused).toEqual(refused.map(() => false));
});
