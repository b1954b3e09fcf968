import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { HttpCall } from '../../src/contract/call.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import { fieldNameOfPath } from '../../src/server/http/sentences.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { callsWith, exampleForSchema, isSchemaNode, withReplacedValue, type SchemaNode } from './calls.ts';

const app = testApp();
let headers: HeaderFields;
// One of the tested calls signs out, so each test signs in again.
beforeEach(async () => {
  headers = await app.signedIn('admin');
  // Several of the tested calls check the password and count wrong ones.
  await app.db.deleteFrom('sign_in_failures').execute();
});

type Broken = { path: string[]; rule: string; by: unknown };

/** Returns every rule of a schema, each with a value that breaks the rule. */
function rulesOf(schema: z.ZodType | undefined): Broken[] {
  return schema ? walk(toJsonSchema(schema, 'input'), []) : [];
}

function walk(node: SchemaNode, path: string[]): Broken[] {
  const own = path.length > 0 ? broken(node).map((one) => ({ path, ...one })) : [];
  const properties = isSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const inner = properties.flatMap(([name, one]) => {
    const at = [...path, name];
    const missing = required.includes(name) ? [{ path: at, rule: 'is missing', by: undefined }] : [];
    return [...missing, ...(isSchemaNode(one) ? walk(one, at) : [])];
  });
  return [...own, ...inner, ...(isSchemaNode(node['items']) ? walk(node['items'], [...path, '0']) : [])];
}

function broken(node: SchemaNode): Rule[] {
  const { type } = node;
  if (Array.isArray(node['enum'])) return [{ rule: 'is none of its values', by: 'nothing-like-this' }];
  if (Array.isArray(node['anyOf']))
    return node['anyOf'].some((one) => isSchemaNode(one) && one['type'] === 'object')
      ? []
      : [{ rule: 'is of another kind', by: { a: 1 } }];
  const breaks = BREAKS[String(type)];
  return breaks ? breaks(node) : [];
}

type Rule = { rule: string; by: unknown };
const when = (stated: unknown, rule: string, by: () => unknown): Rule[] =>
  stated === undefined ? [] : [{ rule, by: by() }];

const ofNumber = ({ minimum, exclusiveMinimum, maximum }: SchemaNode): Rule[] => [
  { rule: 'is no number', by: 'many' },
  ...when(minimum ?? exclusiveMinimum, 'is too low', () => Number(minimum ?? exclusiveMinimum) - 1),
  // Beyond the safe integers, a number plus one is not another number.
  ...(Number(maximum) < Number.MAX_SAFE_INTEGER ? [{ rule: 'is too high', by: Number(maximum) + 1 }] : []),
];
const BREAKS: Record<string, (node: SchemaNode) => Rule[]> = {
  string: ({ maxLength, minLength, pattern }) => [
    { rule: 'is no text', by: { a: 1 } },
    ...when(maxLength, 'is too long', () => 'x'.repeat(Number(maxLength) + 1)),
    ...when(minLength, 'is too short', () => ''),
    ...when(pattern, 'has another form', () => 'a \u2603 b'),
  ],
  number: ofNumber,
  integer: ofNumber,
  boolean: () => [{ rule: 'is neither yes nor no', by: 'maybe' }],
  array: ({ maxItems }) => [
    { rule: 'is no list', by: 7 },
    ...when(Number(maxItems) < 1000 ? maxItems : undefined, 'is too long', () =>
      Array.from({ length: Number(maxItems) + 1 }, () => 'x'),
    ),
  ],
  object: () => [{ rule: 'is no object', by: 7 }],
};

const SENTENCE = /^(is|has|must|cannot|was|does|names|User Name|Password|You must|Please select) .{3,}/;

/** Breaks each rule of a call's body or query alone; returns the rules whose error message does not name the rule. */
async function unnamed(called: HttpCall, part: 'body' | 'query'): Promise<string[]> {
  const example = exampleForSchema(called[part]);
  const wrong: string[] = [];
  for (const { path, rule, by } of rulesOf(called[part])) {
    // Lists and objects in a query are JSON, and every other value in a query is text.
    if (part === 'query' && (typeof by === 'object' || by === undefined)) continue;
    const field = fieldNameOfPath(path, called.envelope ?? []);
    const { status, body } = await app.call(
      called,
      { [part]: withReplacedValue(example, path, by) },
      headers,
    );
    const said = errorsOf(body)[field] ?? [];
    if (status !== 422 || said.length === 0 || !said.every((one) => SENTENCE.test(one)))
      wrong.push(
        `${field} ${rule} (${JSON.stringify(by)?.slice(0, 40)}): ${status} ${JSON.stringify(body).slice(0, 300)}`,
      );
  }
  return wrong;
}

function errorsOf(body: unknown): Record<string, string[]> {
  if (!isSchemaNode(body) || !isSchemaNode(body['errors'])) return {};
  return Object.fromEntries(
    Object.entries(body['errors']).map(([field, said]) => [
      field,
      Array.isArray(said) ? said.map(String) : [],
    ]),
  );
}

describe('every rule that the contract states, broken alone, is a 422 with a sentence under its field', () => {
  test.each(callsWith((called) => called.body !== undefined))('in the body of %s', async (_, called) => {
    expect(await unnamed(called, 'body')).toEqual([]);
  });
  test.each(callsWith((called) => called.query !== undefined))('in the query of %s', async (_, called) => {
    expect(await unnamed(called, 'query')).toEqual([]);
  });
});

test('there are rules to break', () => {
  const many = callsWith((called) => called.body !== undefined).flatMap(([, called]) => rulesOf(called.body));
  expect(many.length).toBeGreaterThan(100);
});
