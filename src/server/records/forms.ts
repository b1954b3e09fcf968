import { z } from 'zod';
import { formDefinition, type FormDefinition, type UncheckedForm } from '../../contract/forms/form.ts';
import { isUnrecognizedChoice } from '../../contract/forms/unread.ts';
import { SentRecordId } from '../../contract/wire.ts';
import type { Actor, Db } from '../process/context.ts';
import type { Tables } from '../database/tables.ts';
import { AlreadySaved, InvalidFields, toFieldIssues, NotFound, StaleRecord } from '../http/errors.ts';
import { fieldNameOfPath, errorSentencesByField, issueSentence } from '../http/sentences.ts';
import { lockUnchanged } from './optimistic-lock.ts';
import { pathToUnstorableText, UNSTORABLE_TEXT } from '../http/unkeepable.ts';

/** A check of a form that needs the database; it throws InvalidFields if it fails. A falsy value means that there is nothing to check. */
export type FormCheck = false | null | undefined | (() => unknown);

type Raw = { raw: object; parts: Pick<FormDefinition<never>, 'fields' | 'envelope'> };
function seenAt({ raw }: Raw): string | null {
  const seen = own(raw, 'updated_at');
  return typeof seen === 'string' ? seen : null;
}

/** Returns the id in a form's input, or null if there is none. */
export function formRecordId({ raw }: Raw): number | null {
  const read = SentRecordId.safeParse(own(raw, 'id'));
  return read.success ? read.data : null;
}

/**
 * Validates a form: each field, the rules between the valid fields, and the area's own checks. Throws InvalidFields with
 * all errors at once. If `stored` is the record as screens show it, the form is a change of that record, and missing
 * fields keep their values. A stored value that the rules would reject today is not the sender's fault: it is left
 * out of the result, and so not written.
 */
export async function validateForm<T>(
  sent: UncheckedForm<T>,
  checks: (soFar: Partial<T>) => readonly FormCheck[] = () => [],
  stored?: object,
): Promise<T> {
  const { values, errors } = fieldsOf(sent, stored);
  const soFar = values as Partial<T>;
  const rules = sent.parts.rules.filter(
    ({ of, holds }) => of.every((name) => name in values) && !holds(soFar as T),
  );
  for (const { at, says } of rules) add(errors, at, [says]);
  await runFormChecks(checks(soFar), errors);
  return soFar as T;
}

type Locked = { table: keyof Tables & string; id: number };

/** Locks the record that a form changes. The errors of the form take precedence over NotFound and StaleRecord. */
export const lockForChange = (db: Db, { table, id }: Locked, sent: Raw): Promise<void> =>
  lockUnchanged(db, table, id, seenAt(sent)).catch(preferFormErrors(sent));

type Changed = Locked & {
  stored: () => Promise<object>;
  /** The sender of the form, if the form holds everything that they change. */
  by?: Pick<Actor, 'name'>;
};

/**
 * Locks the record that a form changes and validates the form against the stored record, which `stored` returns as
 * screens show it.
 *
 * A person who did not get the answer to a save sends the same form again. If this person changed the record last,
 * and all values of the form are stored already, the save was their own: throws AlreadySaved. A form that differs in
 * any value may come from another tab and throws StaleRecord, as it would for another person.
 */
export async function validateChange<T>(
  db: Db,
  { stored, by, ...record }: Changed,
  sent: UncheckedForm<T>,
  checks?: (soFar: Partial<T>) => readonly FormCheck[],
): Promise<T> {
  await lockForChange(db, record, sent).catch(async (error: unknown) => {
    const isOwn = error instanceof StaleRecord && by !== undefined && error.by === by.name;
    throw isOwn && saysStored(sent, await stored()) ? new AlreadySaved(record.id) : error;
  });
  return validateForm(sent, checks, await stored());
}

function saysStored({ raw, parts }: Raw, stored: object): boolean {
  const { updated_at: _, ...fields } = parts.fields;
  const messages = (given: object) =>
    JSON.stringify(fieldsOf({ raw: given, parts: { ...parts, fields } }, stored).values, inAnyOrder);
  return messages(raw) === messages(stored);
}

// Two lists of ticked records are equal in any order.
const inAnyOrder = (_: string, value: unknown): unknown =>
  Array.isArray(value) && value.every(isPart) ? value.map((one) => JSON.stringify(one)).toSorted() : value;

/** Returns an error handler that replaces NotFound and StaleRecord by the errors of the form and of `checks`, if there are any. */
export const preferFormErrors =
  (sent: Raw, checks: readonly FormCheck[] = []) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof NotFound || error instanceof StaleRecord)
      await runFormChecks(checks, fieldsOf(sent, {}).errors);
    throw error;
  };

/** Returns the errors of the forms inside a request body, to be reported with the errors of the body's other parts. */
export function formErrorsInBody(body: z.ZodType, raw: unknown): Errors {
  const errors: Errors = {};
  if (!(body instanceof z.ZodObject) || !isPart(raw)) return errors;
  for (const [key, schema] of Object.entries<object>(body.shape)) {
    const parts = formDefinition(schema);
    const given = own(raw, key);
    if (parts && isPart(given))
      Object.assign(errors, fieldsOf({ raw: given, parts }, parts.isChange ? {} : undefined).errors);
  }
  return errors;
}

type Errors = Record<string, string[]>;

/** Runs every check, even after one has failed; throws InvalidFields with the errors of all checks and those in `before`. */
export async function runFormChecks(checks: readonly FormCheck[], before: Errors = {}): Promise<void> {
  const issues = toFieldIssues(before);
  for (const check of checks) {
    try {
      if (check) await check();
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      issues.push(...error.issues);
    }
  }
  if (issues.length > 0) throw new InvalidFields(issues);
}

function add(errors: Errors, field: string, messages: string[]): void {
  errors[field] = [...new Set([...(errors[field] ?? []), ...messages])];
}

/** Returns the values of a form's valid fields, and the errors of the others. */
function fieldsOf({ raw, parts }: Raw, stored: object | undefined) {
  const { fields, envelope } = parts;
  const values: Record<string, unknown> = {};
  const errors: Errors = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = own(raw, name);
    const kept: unknown = stored && Reflect.get(stored, name);
    const read = field.safeParse(given === undefined ? kept : laidOver(kept, given), {
      error: issueSentence,
    });
    if (!read.success) {
      if (given === undefined && stored) continue;
      for (const [at, messages] of Object.entries(errorSentencesByField(read.error, [name], envelope)))
        add(errors, at, messages);
      continue;
    }
    const unkeepable = pathToUnstorableText(read.data);
    if (unkeepable) add(errors, fieldNameOfPath([name, ...unkeepable], envelope), [UNSTORABLE_TEXT]);
    else if (read.data !== undefined) values[name] = read.data;
  }
  return { values, errors };
}

// Merges a changed part of a record, e.g. a course's ids at one system, into the stored part, field by field.
const laidOver = (kept: unknown, given: unknown): unknown =>
  isPart(kept) && isPart(given) && !isUnrecognizedChoice(given) ? { ...kept, ...given } : given;
const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (raw: object, name: string): unknown =>
  Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined;
