import type { HttpCall } from '../src/contract/call.ts';
import type { ApiContract } from '../src/server/http/openapi.ts';

const TOP = `# What each list filters and sorts by

Made from the contract by \`npm run docs\`; never edited. \`filters\` is one JSON object in the query, e.g.
\`{"course_name": "torrey", "players": 4}\`; \`sort_fields\` is a JSON list of columns and \`sort_desc\` a JSON list of booleans
beside it. Text finds a part of the text whatever its case and accents, a date its day, numbers and yes or no exactly, money the amount
that is displayed. POST to a list's address with \`.xlsx\` behind it answers all of its rows as a workbook, whose columns and words the
body has (\`src/contract/exports\`): an admin's up to 1,000,000, of anybody else up to 1,000; each leaves an audit entry.

| List | Filters | Sorts by |
| --- | --- | --- |
`;

/** Returns docs/lists.md: a table with a row for each list. */
export function renderListsPage(contract: ApiContract): string {
  const calls = Object.values(contract).flatMap((area) => Object.values(area));
  const rows = calls.flatMap(({ method, path, list }: HttpCall) =>
    list ? [`| ${method} ${path} | ${list.filters.join(', ')} | ${list.sorts.join(', ')} |`] : [],
  );
  return `${TOP}${rows.toSorted().join('\n')}\n`;
}
