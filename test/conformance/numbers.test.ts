import { beforeAll, expect, test } from 'vitest';
import type { HttpCall } from '../../src/contract/call.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import { fieldNameOfPath } from '../../src/server/http/sentences.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { callsWith, exampleForSchema, isSchemaNode, withReplacedValue, type SchemaNode } from './calls.ts';

const app = testApp();
let headers: HeaderFields;
beforeAll(async () => {
  headers = await app.signedIn('admin');
});

/** Values that JavaScript converts to numbers, but that nobody means as a number. */
const NO_NUMBERS = [true, [7], '0x7', '1e3', '７'];
const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

/** Returns the fields in which a call accepts only a number, each as the path of its keys. */
function numbersIn(node: SchemaNode, at: string[] = []): string[][] {
  const inner = isSchemaNode(node['properties'])
    ? Object.entries(node['properties'])
    : isSchemaNode(node['items'])
      ? [['0', node['items']] as const]
      : [];
  const options = [node['anyOf'] ?? []].flat().filter(isSchemaNode);
  const kinds = (options.length > 0 ? options : [node]).map(({ type }) => type);
  if (kinds.some((kind) => kind === 'number' || kind === 'integer') && !kinds.includes('string')) return [at];
  return [
    ...inner.flatMap(([name, one]) => (isSchemaNode(one) ? numbersIn(one, [...at, name]) : [])),
    ...options.flatMap((one) => numbersIn(one, at)),
  ];
}

const numbersOf = (called: HttpCall): [Part, string[]][] =>
  PARTS.flatMap((part) => {
    const schema = called[part];
    const paths = schema ? numbersIn(toJsonSchema(schema, 'input')) : [];
    return paths.map((path): [Part, string[]] => [part, path]);
  });

const calls = callsWith((called) => numbersOf(called).length > 0 && !called.stream);

test('there are numbers in most calls', () => {
  expect(calls.length).toBeGreaterThan(80);
});

test.each(calls)('%s takes for a number a number or its digits', async (_, called) => {
  for (const [part, path] of numbersOf(called)) {
    for (const wrong of NO_NUMBERS) {
      // An address holds texts only, so an object in it would be JSON.
      if (part === 'params' && typeof wrong === 'object') continue;
      const sent = (one: Part) => {
        const example = called[one] && exampleForSchema(called[one]);
        return one === part ? withReplacedValue(example, path, wrong) : example;
      };
      const spoiled = { params: sent('params'), query: sent('query'), body: sent('body') };
      const { status, body } = await app.call(called, spoiled, headers);
      const name = fieldNameOfPath(path, called.envelope);
      const at = JSON.stringify({ name, wrong, body });
      expect(status, at).toBe(422);
      const errors = isSchemaNode(body) && isSchemaNode(body['errors']) ? body['errors'] : {};
      expect(
        Object.keys(errors).some((field) => field === name || field.startsWith(`${name}.`)),
        at,
      ).toBe(true);
    }
  }
});
