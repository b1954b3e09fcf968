import { randomUUID } from 'node:crypto';
import type { Call } from '../../src/contract/call.ts';
import { schemaOf } from '../../src/server/http/openapi.ts';
import type { Headers } from '../support/app.ts';
import { isNode } from '../conformance/calls.ts';
import { ENDLESS, INJECTIONS, spoiled, type Kind } from './fuzz-spoils.ts';
import { validValue, type Known, type Made } from './fuzz-values.ts';
import type { Seeded } from './seeded.ts';

/** A fuzz request as it is sent, without the caller's headers. */
export type FuzzRequest = {
  method: Call['method'];
  url: string;
  headers: Headers;
  payload?: string | Buffer;
};

/**
 * Makes a request of a call in which one part (path, query or body) is invalid in the given way, and the other parts are
 * valid.
 */
export function requestOf(called: Call, { kind, random, known, enlarge }: Of): FuzzRequest {
  const parts = (['params', 'query', 'body'] as const).filter((part) => called[part]);
  const spoil = parts.length > 0 ? random.pick(parts) : 'query';
  const value = (part: Part): unknown => {
    const schema = called[part];
    if (!schema) return kind === 'extra' && part === spoil ? { extra: 'x', __proto__: 'x' } : undefined;
    const made = validValue(schemaOf(schema, 'input'), random, known);
    return enlarge ? enlarge(made, part) : spoiled(made, part === spoil ? kind : 'valid', random);
  };
  const path = pathOf(called, value('params'));
  const search = searchOf(value('query'), random);
  const body = called.body ? value('body') : undefined;
  const sent = called.upload ? multipart(body, random) : json(body);
  return {
    method: called.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: { ...sent.headers, ...headersFor(kind, random) },
    ...(sent.payload !== undefined && { payload: sent.payload }),
  };
}
export type Part = 'params' | 'query' | 'body';
type Of = {
  kind: Kind;
  random: Seeded;
  known: Known;
  /** Replaces a valid value by a larger one, instead of making it invalid. */
  enlarge?: (made: Made, part: Part) => unknown;
};

// Half a surrogate pair cannot be written in an address.
const encoded = (value: unknown): string =>
  encodeURIComponent(textOf(value).replace(/\p{Surrogate}/gu, '\uFFFD'));
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function pathOf({ path }: Call, params: unknown): string {
  const given = isNode(params) ? params : {};
  return path.replace(/:(\w+)/g, (_, name: string) => encoded(given[name] ?? ''));
}

function searchOf(query: unknown, random: Seeded): string {
  if (query === undefined) return '';
  if (!isNode(query)) return encoded(query);
  const pairs = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (!Array.isArray(value) || random.chance(0.5)) return [[name, value]];
    const key = random.chance(0.5) ? name : `${name}[]`;
    return value.map((one: unknown): [string, unknown] => [key, one]);
  });
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

type Payload = { payload?: string | Buffer; headers?: Headers };

const json = (body: unknown): Payload =>
  body === undefined ? {} : { payload: textInJson(body), headers: { 'content-type': 'application/json' } };
const textInJson = (body: unknown): string => JSON.stringify(body).replaceAll(`"${ENDLESS}"`, '1e999');

const BOUNDARY = 'fuzz-boundary';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function multipart(body: unknown, random: Seeded): Payload {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const image = isNode(body) ? body['image'] : undefined;
  if (!isNode(image)) return random.chance(0.5) ? json(body) : { headers, payload: textOf(body) };
  const fields = Object.entries(image).filter(([name, value]) => name !== 'file' && value !== undefined);
  const parts = fields.map(([name, value]) =>
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image[${name}]"\r\n\r\n${textOf(value)}\r\n`,
    ),
  );
  const { file } = image;
  const name = file ? textOf(file).slice(0, 300) : 'a.png';
  const bytes = random.pick([PICTURE, PICTURE, PICTURE.subarray(0, 40), Buffer.from(name), Buffer.alloc(0)]);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image[file]"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const ending = random.chance(0.9) ? `\r\n--${BOUNDARY}--\r\n` : '';
  return { headers, payload: Buffer.concat([...parts, Buffer.from(head), bytes, Buffer.from(ending)]) };
}

function headersFor(kind: Kind, random: Seeded): Headers {
  if (kind === 'valid' || random.chance(0.7))
    return random.chance(0.5) ? { 'idempotency-key': randomUUID() } : {};
  const wild = () => random.pick(INJECTIONS).replace(/[\r\n\0]/g, ' ');
  const name = random.pick([
    'idempotency-key',
    'x-forwarded-for',
    'x-background',
    'accept',
    'referer',
    'range',
  ]);
  return { [name]: kind === 'huge' ? 'x'.repeat(5_000) : wild() };
}
