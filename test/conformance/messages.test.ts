import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Files that may compare messages, because external systems, PostgreSQL, the browser and some libraries report some errors
 * only in a sentence.
 */
const READS_OTHERS =
  /^src\/(?:integrations|server\/database)\/|\/lazy-screen\.|\/check\.texts\.|\/picture\.steps\./;
const isOurs = (file: string): boolean =>
  file.startsWith('src/') && !file.includes('.test.') && !READS_OTHERS.test(file);

const DECIDES_BY_A_SENTENCE = [
  // Matches message === 'is required', and the same comparison the other way round.
  /\bmessage\s*[!=]==\s*(?:'[^']|[A-Z][A-Z_]+\b)/,
  /(?:[^']'|\b[A-Z][A-Z_]+)\s*[!=]==\s*[\w.?]*\bmessage\b/,
  // Matches error.message !== said?.message and error.message === text.
  /\.message\s*[!=]==\s*\w[\w.?!]*\.message\b/,
  /[eE]rror\??\.message\s*[!=]==\s*[a-z]/,
  /\w\s*[!=]==\s*[\w.?!]*[eE]rror\??\.message\b/,
  // Matches message.startsWith(...) and /^[A-Z]/.test(message).
  /\bmessage\??\.(?:startsWith|endsWith|includes|match|matchAll|search|split|replace)\(/,
  /\.(?:test|exec)\([\w.?]*\bmessage\)/,
  // Matches errors['serial']?.includes(NO_SUCH_CERTIFICATE).
  /\b(?:errors|messages)\b.*\.includes\((?:'|[A-Z])/,
];

const decisionsIn = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      DECIDES_BY_A_SENTENCE.some((pattern) => pattern.test(line))
        ? [`${file}:${at + 1}: ${line.trim()}`]
        : [],
    );

test.each([
  'if (error.message === UNKNOWN) stop();',
  "if ('is required' !== error.message) stop();",
  'options.error.message !== said?.message',
  'if (error.message === known) stop();',
  'if (known === failure.error?.message) stop();',
  "isNumber = message.startsWith('must be')",
  '/^[A-Z]/.test(error.message)',
  "errors['serial']?.includes(NO_SUCH)",
])('%s decides by a sentence', (line) => {
  expect(decisionsIn('some.ts', line)).toHaveLength(1);
});

test('no code decides by a sentence of ours: an error has a code, or a class', () => {
  const ours = sourceFiles.filter(isOurs);
  expect(ours.length).toBeGreaterThan(1_000);
  expect(ours.flatMap((file) => decisionsIn(file, readFileSync(join(projectRoot, file), 'utf8')))).toEqual(
    [],
  );
});
