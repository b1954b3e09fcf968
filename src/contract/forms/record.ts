import { z } from 'zod';
import { ExpectedUpdatedAt } from './fields.ts';
import { defineForm, type FormRule } from './form.ts';
import type { FieldKind } from './kinds.ts';
import { UtcInstant } from '../wire.ts';

export type RecordFieldKinds = Record<string, FieldKind>;
type Each<K extends RecordFieldKinds, Part extends keyof FieldKind> = { [N in keyof K]: K[N][Part] };
type Shape<K extends RecordFieldKinds> = { id: z.ZodNumber; updated_at: typeof UtcInstant } & Each<
  K,
  'shown'
>;
type Fields<K extends RecordFieldKinds> = Each<K, 'sent'> & { updated_at: typeof ExpectedUpdatedAt };
type Values<K extends RecordFieldKinds> = { [N in keyof K]: z.output<K[N]['shown']> | K[N]['blank'] } & {
  updated_at: string | null;
};

/**
 * Defines a record by the kinds of its fields and the rules between them. `Shown` is the schema of answers; `Form`
 * and `Change` are the schemas of forms (see `form`); `row` makes the schema of a list's rows; `blank` makes the
 * initial values of a new form.
 */
export function defineRecord<K extends RecordFieldKinds>(
  kinds: K,
  rules: readonly FormRule<z.output<z.ZodObject<Fields<K>>>>[] = [],
) {
  const shown: Shape<K> = { id: z.number(), ...each(kinds, 'shown'), updated_at: UtcInstant };
  const fields: Fields<K> = { ...each(kinds, 'sent'), updated_at: ExpectedUpdatedAt };
  return {
    kinds,
    fields,
    ...defineForm(fields, rules),
    Shown: z.object(shown),
    row: <N extends keyof K & string>(...names: N[]) =>
      z.object(only<Shape<K>, 'id' | N | 'updated_at'>(shown, ['id', ...names, 'updated_at'])),
    blank: (begun: Partial<Values<K>> = {}): Values<K> => ({
      ...each(kinds, 'blank'),
      updated_at: null,
      ...begun,
    }),
  };
}

function each<K extends RecordFieldKinds, Part extends keyof FieldKind>(kinds: K, part: Part): Each<K, Part>;
function each(kinds: RecordFieldKinds, part: keyof FieldKind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind[part]]));
}

function only<T, N extends keyof T & string>(all: T, names: N[]): Pick<T, N>;
function only(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The values of a record in the form on a screen. */
export type RecordFormValues<R extends { blank: () => object }> = ReturnType<R['blank']>;
