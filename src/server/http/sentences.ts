import type { z } from 'zod';
import { isUnrecognizedChoice, NOT_IN_LIST_TEXT } from '../../contract/forms/unread.ts';

const TYPES: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};
type Issue = z.core.$ZodRawIssue;

/** Returns the error sentence for a value whose schema has no sentence of its own; the field's name precedes it. */
export function issueSentence(issue: Issue): string {
  const { input } = issue;
  if (issue.code === 'unrecognized_keys') return UNKNOWN;
  if (input === undefined || (input === null && issue.code === 'invalid_type')) return 'is required';
  if (isUnrecognizedChoice(input)) return NOT_IN_LIST_TEXT;
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? UNREADABLE;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big')
    return `must ${have(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code !== 'too_small') return UNREADABLE;
  if (input === '') return 'is required';
  return `must ${have(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
}

const UNREADABLE = 'cannot be read';
const UNKNOWN = 'is not known here';
const have = (origin: string): string => (origin === 'number' || origin === 'int' ? 'be' : 'have');
const unit = (origin: string): string => {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
};

/** Groups the sentences of a validation error by field name; `at` is the path of the validated value. */
export function errorSentencesByField(
  error: z.ZodError,
  at: readonly PropertyKey[],
  envelope: readonly string[] = [],
): Record<string, string[]> {
  // A Map, because a client may name a field like a built-in property of objects.
  const errors = new Map<string, Set<string>>();
  for (const issue of error.issues) {
    const of = fieldNameOfPath([...at, ...issue.path], envelope);
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : null;
    const names = unknown?.map((key) => (issue.path.length > 0 ? `${of}.${key}` : key)) ?? [of];
    for (const name of names) errors.set(name, (errors.get(name) ?? new Set()).add(issue.message));
  }
  return Object.fromEntries([...errors].map(([name, messages]) => [name, [...messages]]));
}

/**
 * Returns the field name of an error path: `booking.tee_time.course.id` is `course`, `booking.customer.email` is
 * `customer.email`, `holiday.courses.0.id` is `courses`.
 */
export function fieldNameOfPath(path: readonly PropertyKey[], envelope: readonly string[] = []): string {
  let keys = path.map(String);
  for (const wrapper of envelope) if (keys[0] === wrapper && keys.length > 1) keys = keys.slice(1);
  const index = keys.findIndex((key) => /^\d+$/.test(key));
  if (index > 0) keys = keys.slice(0, index);
  if (keys.length > 1 && keys.at(-1) === 'id') keys = keys.slice(0, -1);
  return keys.join('.') || 'body';
}
