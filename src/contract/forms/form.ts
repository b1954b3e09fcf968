import { z } from 'zod';

export type Fields = Record<string, z.ZodType>;
/** A form whose fields are each valid. */
type Filled<F extends Fields> = z.output<z.ZodObject<F>>;

/** A rule between several fields; checked once each of them is valid by itself. */
export type Rule<T> = {
  of: readonly (keyof T & string)[];
  holds: (form: T) => boolean;
  /** The field that shows its sentence. */
  at: string;
  says: string;
};

export type FormDefinition<T> = {
  fields: Fields;
  rules: readonly Rule<T>[];
  /** Leading keys inside the form that are no part of a field's name. */
  envelope: readonly string[];
  isChange: boolean;
};

/**
 * A form as it arrived, before its check: only `accepted` of src/server/records/forms.ts opens it, and reports all errors at
 * once.
 */
export class SentForm<T> {
  constructor(
    readonly raw: Record<string, unknown>,
    readonly parts: FormDefinition<T>,
  ) {}
}

const ALL = new WeakMap<object, FormDefinition<never>>();
/** Returns the parts of a schema made by `form`; undefined for any other. */
export const formDefinition = (schema: object): FormDefinition<never> | undefined => ALL.get(schema);

/**
 * A record's form. `Form` is for a new record: a missing field has its default. `Change` is for an update: a missing field stays
 * as stored, without any default, and the rules check the stored record with the change applied.
 */
export function form<F extends Fields>(
  fields: F,
  rules: readonly Rule<Filled<F>>[] = [],
  envelope: readonly string[] = [],
) {
  type Given = z.input<z.ZodObject<F>>;
  const schema = <In>(isChange: boolean) => {
    const parts = { fields, rules, envelope, isChange };
    const sent = z.looseObject({}).transform((raw) => new SentForm<Filled<F>>(raw, parts));
    ALL.set(sent, parts);
    return sent as unknown as z.ZodType<SentForm<Filled<F>>, In>;
  };
  return { Form: schema<Given>(false), Change: schema<Partial<Given>>(true) };
}

/** The values of a form once it is accepted. */
export type FormOf<F extends { Form: z.ZodType }> = z.output<F['Form']> extends SentForm<infer T> ? T : never;
