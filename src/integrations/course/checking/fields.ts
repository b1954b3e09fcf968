import { z } from 'zod';
import type { FieldNameComparison } from '../course-system.ts';

/** The most names of fields in one answer. No course system has so many fields; beyond that, the names must be data. */
const MOST_FIELDS = 500;

/** Lists the names of all fields in an answer, JSON or XML, in order. */
export function answerFieldNames(text: string): string[] {
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
  // A key that begins with a digit is a day or an id, which is data and not a field's name.
  return Object.entries(value).flatMap(([key, one]) => [...(/^\d/.test(key) ? [] : [key]), ...keysIn(one)]);
}

/** Returns the names of the fields that a zod schema reads. */
export const schemaFieldNames = (schema: z.ZodType): string[] =>
  propertiesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

function propertiesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const named = 'properties' in schema && schema.properties;
  return [...(named ? Object.keys(named) : []), ...Object.values(schema).flatMap(propertiesIn)];
}

type Compared = { seen: readonly string[]; reads: readonly string[]; known: readonly string[] | null };

/**
 * Compares the field names of an answer with the known ones: which are lost and which are new. If none are known yet,
 * nothing is lost or new.
 */
export function compareFieldNames({ seen, reads, known }: Compared): Omit<FieldNameComparison, 'sample'> {
  const before = known ?? seen;
  return {
    fields: [...new Set([...before, ...seen])].toSorted(),
    lost: before.filter((name) => reads.includes(name) && !seen.includes(name)),
    added: seen.filter((name) => !before.includes(name)),
  };
}
