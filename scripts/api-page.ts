import { changesData, type HttpCall } from '../src/contract/call.ts';
import { toJsonSchema, type ApiContract } from '../src/server/http/openapi.ts';

const TOP = `# The calls of RIC

Made from the contract by \`npm run docs\`; never edited. Every field and bound stands in \`/api/openapi.json\` (inside RIC under Office, API document), what each list filters and sorts by in [lists.md](lists.md).

- Access: \`public\` anybody, \`staff\` every signed-in staff user, \`admin\` those of level admin. The headers \`access-token\`, \`uid\` and \`client\` of sign-in go with every call.
- *writes* marks what changes something; a GET that writes is never prefetched, cached or followed as a link.
- *ours* marks what the specification does not have.
- \`?\` may be left out, \`[]\` is a list. Refusals are 422 \`{errors: {field: [message]}}\` or \`{message}\`, see [open questions](open-questions.md).
`;

/** Returns docs/api.md: a table for each area, with a row for each HTTP call. */
export function renderApiPage(contract: ApiContract): string {
  const areas = Object.entries(contract).toSorted(([a], [b]) => a.localeCompare(b));
  return [TOP, ...areas.map(([area, calls]) => areaSection(area, calls))].join('\n');
}

function areaSection(area: string, calls: Record<string, HttpCall>): string {
  const rows = Object.values(calls).map(
    (called) =>
      `| ${called.method} | \`${called.path.replace(/:(\w+)/g, '{$1}')}\` | ${called.access} | ${marks(called)} | ${sent(called)} | ${answered(called)} |`,
  );
  const name = area.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [
    `## ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    '',
    '| Method | Path | Access | | Sent | Answered |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const marks = (called: HttpCall) =>
  [changesData(called) && 'writes', called.ours && 'ours'].filter(Boolean).join(', ');

const sent = (called: HttpCall) =>
  [
    called.query && `query \`${outline(toJsonSchema(called.query, 'input'), 2)}\``,
    called.body && `body \`${outline(toJsonSchema(called.body, 'input'), 3)}\``,
  ]
    .filter(Boolean)
    .join('<br>');

const answered = (called: HttpCall) =>
  [
    called.file ? 'a workbook' : `\`${outline(toJsonSchema(called.answer, 'output'), 2)}\``,
    called.pending && `or 202 \`${outline(toJsonSchema(called.pending, 'output'), 2)}\``,
  ]
    .filter(Boolean)
    .join('<br>');

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Describes a JSON Schema in one line: names and shapes, no limits. */
function outline(node: Node, depth: number): string {
  const { type, properties, items, anyOf, prefixItems, enum: values } = node;
  if (isNode(properties)) return depth > 0 ? objectOutline(properties, node['required'], depth) : '{…}';
  if (Array.isArray(values)) return values.join(' / ');
  if (Array.isArray(prefixItems))
    return `[${prefixItems
      .filter(isNode)
      .map((one) => outline(one, depth))
      .join(', ')}]`;
  if (isNode(items)) return `${outline(items, depth)}[]`;
  if (Array.isArray(anyOf)) return eitherOutline(anyOf.filter(isNode), depth);
  return typeof type === 'string' ? type : 'any';
}

function objectOutline(properties: Node, required: unknown, depth: number): string {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, one]) => {
    const shape = isNode(one) ? outline(one, depth - 1) : 'any';
    const shown = /[{[]/.test(shape) ? ` ${shape}` : '';
    return `${name}${needed.includes(name) ? '' : '?'}${shown}`;
  });
  return `{${fields.join(', ')}}`;
}

// Describes alternatives by the most informative one, a list or an object; `null` and plain values are left out.
function eitherOutline(alternatives: Node[], depth: number): string {
  const shapes = alternatives.map((one) => outline(one, depth)).filter((shape) => shape !== 'null');
  return shapes.find((shape) => /[{[]/.test(shape)) ?? shapes[0] ?? 'any';
}
