import { z } from 'zod';
import type { FieldsChecked } from '../course-system.ts';

/** No system has this many fields; beyond it, the names are data. */
const MOST_FIELDS = 500;

/** Lists the names of all fields in an answer, JSON or XML, in order. */
export function fieldsIn(text: string): string[] {
  const names = new Set(text.trimStart().startsWith('<') ? elementsIn(text) : keysIn(JSON.parse(text)));
  return [...names].toSorted().slice(0, MOST_FIELDS);
}

const elementsIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)/gs, '')
      .matchAll(/<(?:[\w-]+:)?([A-Za-z_][\w-]*)/g),
  ].map(([, name]) => name ?? '');

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  // A key that begins with a digit is a day or an id: data, not a field's name.
  return Object.entries(value).flatMap(([key, one]) => [...(/^\d/.test(key) ? [] : [key]), ...keysIn(one)]);
}

/** The names of the fields that a schema reads. */
export const fieldsRead = (schema: z.ZodType): string[] =>
  propertiesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

function propertiesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const named = 'properties' in schema && schema.properties;
  return [...(named ? Object.keys(named) : []), ...Object.values(schema).flatMap(propertiesIn)];
}

type Compared = { seen: readonly string[]; reads: readonly string[]; known: readonly string[] | null };

/** Compares an answer's fields with the known ones; without known ones, nothing is lost or new. */
export function compareFields({ seen, reads, known }: Compared): Omit<FieldsChecked, 'sample'> {
  const before = known ?? seen;
  return {
    fields: [...new Set([...before, ...seen])].toSorted(),
    lost: before.filter((name) => reads.includes(name) && !seen.includes(name)),
    added: seen.filter((name) => !before.includes(name)),
  };
}
