import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writes, type Call } from '../../src/contract/call.ts';
import { contract } from '../../src/app/areas.ts';
import { schemaOf } from '../../src/server/http/openapi.ts';

/** An HTTP call with its name in tests, `GET /api/holidays/show/{id}`. */
export type Named = [name: string, called: Call];

const nameOf = (called: Call) => `${called.method} ${called.path.replace(/:(\w+)/g, '{$1}')}`;

/** The HTTP calls of all areas. */
export const everyCall: Named[] = Object.values(contract).flatMap((calls) =>
  Object.values<Call>(calls).map((called): Named => [nameOf(called), called]),
);

export const callsWith = (wanted: (called: Call) => boolean): Named[] =>
  everyCall.filter(([, called]) => wanted(called));

/** Returns the HTTP call with the given name. */
export function callNamed(name: string): Call {
  const found = everyCall.find(([each]) => each === name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return found[1];
}

export const getsThatWrite = callsWith((called) => called.method === 'GET' && writes(called));
/** The index call of every list, with its count call and its filters. */
export const lists = Object.values(contract).flatMap((calls) => {
  const all = Object.values<Call>(calls);
  const { filters } = all.find(({ list }) => list)?.list ?? { filters: [] };
  return all
    .filter(({ query }) => query instanceof z.ZodObject && 'filters' in query.shape)
    .map((called) => [nameOf(called), called, filters] as const);
});

export type Specified = { method: string; path: string; access: string };

/** Returns the HTTP calls of the specification, from the file beside this one. */
export function specifiedCalls(): Map<string, Specified> {
  const text = readFileSync(new URL('./specified-calls.tsv', import.meta.url), 'utf8');
  const rows = text.trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [method = '', path = '', access = ''] = row.split('\t');
      return [`${method} ${path}`, { method, path, access }];
    }),
  );
}

export type Node = Record<string, unknown>;
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value in the shape that a schema describes; most of its inner values are invalid. */
export function exampleOf(schema: z.ZodType | undefined): unknown {
  return schema && fromNode(schemaOf(schema, 'input'));
}

function fromNode(node: Node): unknown {
  if (isNode(node['properties'])) {
    return Object.fromEntries(
      Object.entries(node['properties']).map(([name, one]) => [name, isNode(one) ? fromNode(one) : 'text']),
    );
  }
  if (isNode(node['items'])) return [fromNode(node['items'])];
  if (Array.isArray(node['anyOf']) && isNode(node['anyOf'][0])) return fromNode(node['anyOf'][0]);
  if (node['type'] === 'boolean') return true;
  return node['type'] === 'number' || node['type'] === 'integer' ? 1 : 'text';
}

/** Returns copies of a value in which inner values are replaced: all at once, then each one alone. */
export function spoiled(example: unknown, by: unknown): unknown[] {
  const paths = leavesOf(example);
  const all = paths.reduce((whole, path) => replaced(whole, path, by), example);
  return [all, ...paths.map((path) => replaced(example, path, by))];
}

function leavesOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...at, key]))];
}

export function replaced(whole: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (typeof whole !== 'object' || whole === null) return whole;
  if (Array.isArray(whole))
    return whole.map((one, at) => (String(at) === key ? replaced(one, rest, by) : one));
  const found: unknown = Reflect.get(whole, key);
  return { ...whole, [key]: replaced(found, rest, by) };
}
