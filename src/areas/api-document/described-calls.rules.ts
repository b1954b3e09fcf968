import { foldText } from '../../contract/names/fold.ts';
import { capitalized } from '../../contract/words.ts';
import type { OpenApi } from './api-document.contract.ts';

type Operation = OpenApi['paths'][string][string];

/** A call of the OpenAPI document, ready to be shown; `text` is the lower-case text that a search matches. */
export type DescribedCall = {
  name: string;
  area: string;
  method: string;
  path: string;
  access: string;
  writes: boolean;
  ours: boolean;
  parts: { title: string; schema: string }[];
  text: string;
};

/** Returns the calls of an OpenAPI document, sorted by area, then path. */
export function describedCalls({ paths }: OpenApi): DescribedCall[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => described(path, method.toUpperCase(), operation)),
    )
    .toSorted((a, b) => a.area.localeCompare(b.area) || a.path.localeCompare(b.path));
}

function described(path: string, method: string, operation: Operation): DescribedCall {
  const shown = {
    name: operation.operationId,
    area: areaName(operation.tags[0] ?? ''),
    method,
    path,
    access: operation['x-access'],
    writes: operation['x-writes'],
    ours: operation['x-ours'] ?? false,
    parts: partsOf(operation),
  };
  const marks = [shown.writes && 'writes', shown.ours && 'ours'];
  const words = [method, path, shown.area, shown.access, ...marks, ...shown.parts.map((part) => part.schema)];
  return { ...shown, text: foldText(words.filter(Boolean).join(' ')) };
}

const areaName = (tag: string): string =>
  capitalized(tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const schemaIn = (content: Operation['responses'][string]['content']): unknown =>
  Object.values(content)[0]?.schema;

function partsOf({ parameters = [], requestBody, responses }: Operation) {
  const parts: { title: string; schema: string }[] = [];
  const add = (title: string, schema: unknown) =>
    parts.push({ title, schema: JSON.stringify(schema, null, 2) });
  if (parameters.length > 0) {
    add('Parameters', Object.fromEntries(parameters.map((one) => [one.name, one.schema])));
  }
  if (requestBody) add('Body', schemaIn(requestBody.content));
  for (const [status, { description, content }] of Object.entries(responses)) {
    // Errors are left out, because they have the same form in every call; docs/api.md describes them.
    if (status.startsWith('2')) add(`${status} ${description}`, schemaIn(content));
  }
  return parts;
}
