import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { changesData, type HttpCall } from '../../src/contract/call.ts';
import { contractOfAllAreas } from '../../src/app/areas.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';

/** An HTTP call with its name in tests, `GET /api/holidays/show/{id}`. */
export type NamedCall = [name: string, called: HttpCall];

const nameOf = (called: HttpCall) => `${called.method} ${called.path.replace(/:(\w+)/g, '{$1}')}`;

/** The HTTP calls of all areas. */
export const everyCall: NamedCall[] = Object.values(contractOfAllAreas).flatMap((calls) =>
  Object.values<HttpCall>(calls).map((called): NamedCall => [nameOf(called), called]),
);

export const callsWith = (wanted: (called: HttpCall) => boolean): NamedCall[] =>
  everyCall.filter(([, called]) => wanted(called));

/** Returns the HTTP call with the given name. */
export function callNamed(name: string): HttpCall {
  const found = everyCall.find(([each]) => each === name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return found[1];
}

export const getsThatWrite = callsWith((called) => called.method === 'GET' && changesData(called));
/** The index call of every list, with its count call and its filters. */
export const callsOfEveryList = Object.values(contractOfAllAreas).flatMap((calls) => {
  const all = Object.values<HttpCall>(calls);
  const { filters } = all.find(({ list }) => list)?.list ?? { filters: [] };
  return all
    .filter(({ query }) => query instanceof z.ZodObject && 'filters' in query.shape)
    .map((called) => [nameOf(called), called, filters] as const);
});

export type SpecifiedCall = { method: string; path: string; access: string };

/** Returns the HTTP calls of the specification, from the file beside this one. */
export function specifiedCalls(): Map<string, SpecifiedCall> {
  const text = readFileSync(new URL('./specified-calls.tsv', import.meta.url), 'utf8');
  const rows = text.trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [method = '', path = '', access = ''] = row.split('\t');
      return [`${method} ${path}`, { method, path, access }];
    }),
  );
}

export type SchemaNode = Record<string, unknown>;
export const isSchemaNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value in the shape that a schema describes; most of its inner values are invalid. */
export function exampleForSchema(schema: z.ZodType | undefined): unknown {
  return schema && fromNode(toJsonSchema(schema, 'input'));
}

function fromNode(node: SchemaNode): unknown {
  if (isSchemaNode(node['properties'])) {
    return Object.fromEntries(
      Object.entries(node['properties']).map(([name, one]) => [
        name,
        isSchemaNode(one) ? fromNode(one) : 'text',
      ]),
    );
  }
  if (isSchemaNode(node['items'])) return [fromNode(node['items'])];
  if (Array.isArray(node['anyOf']) && isSchemaNode(node['anyOf'][0])) return fromNode(node['anyOf'][0]);
  if (node['type'] === 'boolean') return true;
  return node['type'] === 'number' || node['type'] === 'integer' ? 1 : 'text';
}

/** Returns copies of a value in which inner values are replaced: all at once, then each one alone. */
export function spoiledExamples(example: unknown, by: unknown): unknown[] {
  const paths = leavesOf(example);
  const all = paths.reduce((whole, path) => withReplacedValue(whole, path, by), example);
  return [all, ...paths.map((path) => withReplacedValue(example, path, by))];
}

function leavesOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...at, key]))];
}

export function withReplacedValue(whole: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (typeof whole !== 'object' || whole === null) return whole;
  if (Array.isArray(whole))
    return whole.map((one, at) => (String(at) === key ? withReplacedValue(one, rest, by) : one));
  const found: unknown = Reflect.get(whole, key);
  return { ...whole, [key]: withReplacedValue(found, rest, by) };
}
