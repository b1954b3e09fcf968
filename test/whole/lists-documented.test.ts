import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../src/contract/call.ts';
import { testApp } from '../support/app.ts';
import { lists } from './calls.ts';

const TOP = `# What each list filters and sorts by

Made from what the server answers by \`npm run docs\`; never edited. \`filters\` is one JSON object in the query, e.g.
\`{"course_name": "torrey", "players": 4}\`; \`sort_fields\` is a JSON list of columns and \`sort_desc\` a JSON list of booleans
beside it. Text finds a part of the text without regard to case, a date its day, numbers and yes or no exactly, money the amount
that is displayed.

| List | Filters | Sorts by |
| --- | --- | --- |
`;
const Refusal = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const desk = testApp();

test('docs/lists.md says what every list filters and sorts by', async () => {
  const headers = await desk.signedIn('admin');
  /** The names in the sentence that refuses one the list does not have. */
  const namesIn = async (called: Call, query: object, under: string): Promise<string> => {
    const { body } = await desk.call(called, { query }, headers);
    const [sentence = ''] = Refusal.parse(body).errors[under] ?? [];
    return sentence.replace(/^.*which (has|are) /, '');
  };
  const rows: string[] = [];
  for (const [name, called] of lists.filter(([, { path }]) => !path.includes('/count'))) {
    const filters = await namesIn(called, { filters: { '?': 1 } }, 'filters');
    const sorts = await namesIn(called, { sort_fields: ['?'] }, 'sort_fields');
    rows.push(`| ${name} | ${filters} | ${sorts} |`);
  }
  expect(rows.length).toBeGreaterThan(3);
  await expect(`${TOP}${rows.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../docs/lists.md');
});
