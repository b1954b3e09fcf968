import { z } from 'zod';
import type { FullAnswer } from './full-answer.ts';
import { OddRow, ReadFailed, unreadable } from './failure.ts';

/** A number that a system sends as a number or as its digits. */
export const Digits = z.union([z.number(), z.string().regex(/^-?\d+$/)]).transform(Number);
/** An amount of dollars in any form; `dollarsToCents` parses it. */
export const Dollars = z.union([z.number(), z.string()]).nullish();

/** The parsed JSON of an answer; throws `ReadFailed` if it is not JSON. */
export function parseJson({ text, status }: FullAnswer): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    throw new ReadFailed('unreadable', 'The answer could not be read: it is not JSON.', { text, status });
  }
}

/** Parses an answer's JSON by the adapter's schema; any other shape is `unreadable`, with the names of the odd fields. */
export function parseAnswer<T>(schema: z.ZodType<T>, answered: FullAnswer): T {
  const body = parseJson(answered);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw unreadable(shapeNotKnown(read.error), answered.text);
}

const shapeNotKnown = ({ issues }: z.ZodError): string => {
  const names = new Set(issues.slice(0, 5).map(({ path }) => path.join('.') || 'the whole'));
  return `its shape is not known (${[...names].join(', ')})`;
};

/** A row of an answer in the shape that the adapter knows; throws `OddRow` for any other. */
export function parseRow<T>(schema: z.ZodType<T>, row: unknown): T {
  const read = schema.safeParse(row);
  if (!read.success) throw new OddRow(shapeNotKnown(read.error));
  return read.data;
}

/** A text field of a row that may have any shape; '' where it has none. */
export function textField(row: unknown, name: string): string {
  if (typeof row !== 'object' || row === null) return '';
  const value: unknown = Object.getOwnPropertyDescriptor(row, name)?.value;
  return typeof value === 'string' ? value : '';
}

const Refusal = z.union([
  z.object({
    errors: z.array(z.object({ detail: z.string().nullish(), title: z.string().nullish() })).min(1),
  }),
  z.object({ message: z.string().min(1) }),
  z.object({ msg: z.string().min(1) }),
  z.object({ Message: z.string().min(1) }),
]);

/** The message of a rejection, or null if it has none. */
export function issueWords(text: string): string | null {
  try {
    const read = Refusal.safeParse(JSON.parse(text));
    if (!read.success) return null;
    const answer = read.data;
    if ('errors' in answer) return answer.errors[0]?.detail ?? answer.errors[0]?.title ?? null;
    if ('message' in answer) return answer.message;
    return 'msg' in answer ? answer.msg : answer.Message;
  } catch {
    return null;
  }
}
