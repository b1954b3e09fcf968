import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { projectRoot } from '../../src/server/process/root.ts';
import { sourceFiles } from './source-files.ts';

/** Matches comments that begin without a subject. */
const BEGINS_ODDLY = /^(?:What|Who|Whoever|Whether|Where|Of|So that)\b/;
// The brackets keep these lines from matching themselves.
const ODD_WORDS = /[aA][n]ew\b/;
const TWO_WORDS = /\bcan[ ]not\b/i;

type Comment = { start: number; text: string };

/** Returns the comments of a file; adjacent `//` lines are one comment. */
function commentsIn(file: string, source: string): Comment[] {
  const found: Comment[] = [];
  let lineEnd = -1;
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const isOwnLine = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const isLine = type === 'Line' && isOwnLine;
    const last = found.at(-1);
    const text = value
      .replace(/^\*/, '')
      .replaceAll(/\s*\n\s*\**\s*|\s+/g, ' ')
      .trim();
    if (isLine && last && /^\r?\n[ \t]*$/.test(source.slice(lineEnd, start))) last.text += ` ${text}`;
    else found.push({ start, text });
    lineEnd = isLine ? end : Infinity;
  }
  return found;
}

function oddIn(file: string): string[] {
  const source = readFileSync(join(projectRoot, file), 'utf8');
  return commentsIn(file, source)
    .filter(({ text }) => BEGINS_ODDLY.test(text))
    .map(({ start, text }) => `${file}:${source.slice(0, start).split('\n').length} ${text.slice(0, 80)}`);
}

test('a comment is a sentence with a subject', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_000);
  expect(sourceFiles.flatMap(oddIn)).toEqual([]);
});

test.each([
  ['cannot is one word', TWO_WORDS],
  ['again is the word for it', ODD_WORDS],
])('%s, in texts and names too', (_, odd) => {
  const isOdd = (file: string) => odd.test(readFileSync(join(projectRoot, file), 'utf8'));
  expect(sourceFiles.filter(isOdd)).toEqual([]);
});
