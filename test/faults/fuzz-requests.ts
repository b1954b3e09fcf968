import { randomUUID } from 'node:crypto';
import type { HttpCall } from '../../src/contract/call.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import type { HeaderFields } from '../support/app.ts';
import { isSchemaNode } from '../conformance/calls.ts';
import { ENDLESS_NUMBER, INJECTIONS, spoilValue, type SpoilKind } from './fuzz-spoils.ts';
import { validValue, type KnownValues, type MadeValue } from './fuzz-values.ts';
import type { SeededRandomNumbers } from './seeded.ts';

/** A fuzz request as it is sent, without the caller's headers. */
export type FuzzRequest = {
  method: HttpCall['method'];
  url: string;
  headers: HeaderFields;
  payload?: string | Buffer;
};

/**
 * Makes a request of a call in which one part (path, query or body) is invalid in the given way, and the other parts are
 * valid.
 */
export function makeFuzzRequest(called: HttpCall, { kind, random, known, enlarge }: Of): FuzzRequest {
  const parts = (['params', 'query', 'body'] as const).filter((part) => called[part]);
  const spoil = parts.length > 0 ? random.pick(parts) : 'query';
  const value = (part: RequestPart): unknown => {
    const schema = called[part];
    if (!schema) return kind === 'extra' && part === spoil ? { extra: 'x', __proto__: 'x' } : undefined;
    const made = validValue(toJsonSchema(schema, 'input'), random, known);
    return enlarge ? enlarge(made, part) : spoilValue(made, part === spoil ? kind : 'valid', random);
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
export type RequestPart = 'params' | 'query' | 'body';
type Of = {
  kind: SpoilKind;
  random: SeededRandomNumbers;
  known: KnownValues;
  /** Replaces a valid value by a larger one, instead of making it invalid. */
  enlarge?: (made: MadeValue, part: RequestPart) => unknown;
};

// Half a surrogate pair cannot be written in an address.
const encoded = (value: unknown): string =>
  encodeURIComponent(textOf(value).replace(/\p{Surrogate}/gu, '\uFFFD'));
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function pathOf({ path }: HttpCall, params: unknown): string {
  const given = isSchemaNode(params) ? params : {};
  return path.replace(/:(\w+)/g, (_, name: string) => encoded(given[name] ?? ''));
}

function searchOf(query: unknown, random: SeededRandomNumbers): string {
  if (query === undefined) return '';
  if (!isSchemaNode(query)) return encoded(query);
  const pairs = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (!Array.isArray(value) || random.chance(0.5)) return [[name, value]];
    const key = random.chance(0.5) ? name : `${name}[]`;
    return value.map((one: unknown): [string, unknown] => [key, one]);
  });
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

type Payload = { payload?: string | Buffer; headers?: HeaderFields };

const json = (body: unknown): Payload =>
  body === undefined ? {} : { payload: textInJson(body), headers: { 'content-type': 'application/json' } };
const textInJson = (body: unknown): string => JSON.stringify(body).replaceAll(`"${ENDLESS_NUMBER}"`, '1e999');

const BOUNDARY = 'fuzz-boundary';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function multipart(body: unknown, random: SeededRandomNumbers): Payload {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const image = isSchemaNode(body) ? body['image'] : undefined;
  if (!isSchemaNode(image)) return random.chance(0.5) ? json(body) : { headers, payload: textOf(body) };
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

function headersFor(kind: SpoilKind, random: SeededRandomNumbers): HeaderFields {
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
