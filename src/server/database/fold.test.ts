import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exactForm, foldText } from '../../contract/names/fold.ts';
import { scratchDatabase } from '../../../test/support/database.ts';
import type { Database } from './open.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

/** Returns the texts that PostgreSQL's fold function and TypeScript's fold convert differently. */
async function differences(texts: string[]): Promise<unknown[]> {
  const { rows } = await sql<{ folded: string; exact: string }>`
    select fold(said) as folded, lower_case(btrim(normalize(said, NFC))) as exact
    from unnest(${texts}::text[]) with ordinality as t (said, at) order by at`.execute(database.db);
  return texts.flatMap((said, at) => {
    const ours = { folded: foldText(said), exact: exactForm(said) };
    const theirs = rows[at];
    return theirs?.folded === ours.folded && theirs.exact === ours.exact ? [] : [{ said, ours, theirs }];
  });
}

// Letters that Unicode 14 or later added and that fold to other letters: an older PostgreSQL server does not know them.
const NEWER =
  /[\u{105c9}\u{105e4}\u{11383}-\u{113c8}\u{16d68}-\u{16d6a}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}\ua7f1\u{16121}-\u{16128}]/u;
const PRIVATE_OR_NONE = /[\p{Co}\p{Cn}\p{Cs}\0]/u;

test('the database folds every character as screens and rules do', async () => {
  const texts: string[] = [];
  for (let code = 1; code <= 0x2_ffff; code += 1) {
    const text = String.fromCodePoint(code);
    // Both trim white space around a text but disagree on some of Unicode's spaces, so the character is tested between two letters.
    if (!PRIVATE_OR_NONE.test(text) && !NEWER.test(text)) texts.push(`x${text}y`);
  }
  expect(texts.length).toBeGreaterThan(140_000);
  expect(await differences(texts)).toEqual([]);
});

const PIECES = [
  'O',
  '’',
  "'",
  '`',
  '´',
  'Brien',
  '-',
  '–',
  '‑',
  ' ',
  '\u00a0',
  '\t',
  '  ',
  'ñ',
  'n\u0303',
  'Ü',
  'U\u0308',
  'ß',
  'ẞ',
  'İ',
  'ı',
].concat([
  'Ł',
  'ø',
  'æ',
  'Œ',
  'Σ',
  'ς',
  'й',
  'Ё',
  '％',
  '＿',
  '%',
  '_',
  '\\',
  '한',
  'が',
  'か\u3099',
  '\u00ad',
  '\u200d',
  '🏌️',
  'ﬁ',
]);

test('the database folds generated texts as screens and rules do', async () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 12 });
  const texts = fc
    .sample(text, { numRuns: 3000, seed: 2026 })
    .map((parts) => parts.join('').replaceAll('\0', '').trim());
  expect(await differences(texts)).toEqual([]);
});

test.each([
  ['O’Brien', "o'brien"],
  ['O`Brien', "o'brien"],
  ['OʼBrien', "o'brien"],
  ['O´Brien', "o'brien"],
  ['MUÑOZ', 'munoz'],
  ['Mun\u0303oz', 'munoz'],
  ['MÜLLER', 'muller'],
  ['Weiß', 'weiss'],
  ['Łódź', 'lodz'],
  ['Søren Ærø', 'soren aero'],
  ['İlker Yıldız', 'ilker yildiz'],
  ['Smith–Jones', 'smith-jones'],
  ['Smith‑Jones', 'smith-jones'],
  [' Mary\u00a0 Ann\t', 'mary ann'],
  ['Ｍａｒｙ １００％', 'mary 100%'],
  ['Ωμέγας', 'ωμεγασ'],
  ['Йорданов', 'иорданов'],
])('%s is found as %s', async (said, folded) => {
  expect(foldText(said)).toBe(folded);
  expect(await differences([said.trim()])).toEqual([]);
});

test('an accent is part of an exact form, and case is not', async () => {
  expect(exactForm(' JOSÉ@Example.com')).toBe('josé@example.com');
  expect(exactForm('jose\u0301@example.com')).toBe('josé@example.com');
  expect(exactForm('josé@example.com')).not.toBe(exactForm('jose@example.com'));
  expect(await differences(['JOSÉ@Example.com', 'ΣΊΣΥΦΟΣ', 'ЁЖ'])).toEqual([]);
});
