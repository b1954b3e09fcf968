import { z } from 'zod';
import type { FullHttpAnswer } from './full-answer.ts';
import { UnreadableRow, ScrapeFailed, unreadableAnswer } from './failure.ts';

/** The schema of a number that a course system sends as a number or as text. */
export const IntegerOrDigits = z.union([z.number(), z.string().regex(/^-?\d+$/)]).transform(Number);
/** The schema of a dollar amount in any form; `dollarsToCents` parses the amount. */
export const DollarAmount = z.union([z.number(), z.string()]).nullish();

/** Parses the JSON of an answer; throws `ScrapeFailed` if the answer is not JSON. */
export function parseAnswerJson({ text, status }: FullHttpAnswer): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    throw new ScrapeFailed('unreadable', 'The answer could not be read: it is not JSON.', { text, status });
  }
}

/** Parses an answer's JSON by the adapter's schema; throws `unreadable`, with the names of the odd fields, for any other shape. */
export function parseAnswer<T>(schema: z.ZodType<T>, answered: FullHttpAnswer): T {
  const body = parseAnswerJson(answered);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw unreadableAnswer(shapeNotKnown(read.error), answered.text);
}

const shapeNotKnown = ({ issues }: z.ZodError): string => {
  const names = new Set(issues.slice(0, 5).map(({ path }) => path.join('.') || 'the whole'));
  return `its shape is not known (${[...names].join(', ')})`;
};

/** Parses one row of an answer by the adapter's schema; throws `UnreadableRow` for any other shape. */
export function parseAnswerRow<T>(schema: z.ZodType<T>, row: unknown): T {
  const read = schema.safeParse(row);
  if (!read.success) throw new UnreadableRow(shapeNotKnown(read.error));
  return read.data;
}

/** Returns a text field of a row that may have any shape; '' if the row has no such text. */
export function rowText(row: unknown, name: string): string {
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

/** Returns the message in an answer that rejects a request, or null if it has none. */
export function rejectionMessage(text: string): string | null {
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
