import { z } from 'zod';
import { SeenAt } from './fields.ts';
import { form, type Rule } from './form.ts';
import type { Kind } from './kinds.ts';
import { Instant } from '../wire.ts';

export type Kinds = Record<string, Kind>;
type Each<K extends Kinds, Part extends keyof Kind> = { [N in keyof K]: K[N][Part] };
type Shape<K extends Kinds> = { id: z.ZodNumber; updated_at: typeof Instant } & Each<K, 'shown'>;
type Fields<K extends Kinds> = Each<K, 'sent'> & { updated_at: typeof SeenAt };
type Values<K extends Kinds> = { [N in keyof K]: z.output<K[N]['shown']> | K[N]['blank'] } & {
  updated_at: string | null;
};

/**
 * Defines a record by the kinds of its fields and the rules between them. `Shown` is the schema of answers; `Form`
 * and `Change` are the schemas of forms (see `form`); `row` makes the schema of a list's rows; `blank` makes the
 * initial values of a new form.
 */
export function record<K extends Kinds>(
  kinds: K,
  rules: readonly Rule<z.output<z.ZodObject<Fields<K>>>>[] = [],
) {
  const shown: Shape<K> = { id: z.number(), ...each(kinds, 'shown'), updated_at: Instant };
  const fields: Fields<K> = { ...each(kinds, 'sent'), updated_at: SeenAt };
  return {
    kinds,
    fields,
    ...form(fields, rules),
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

function each<K extends Kinds, Part extends keyof Kind>(kinds: K, part: Part): Each<K, Part>;
function each(kinds: Kinds, part: keyof Kind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind[part]]));
}

function only<T, N extends keyof T & string>(all: T, names: N[]): Pick<T, N>;
function only(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The values of a record in the form on a screen. */
export type ValuesOf<R extends { blank: () => object }> = ReturnType<R['blank']>;
