import { z } from 'zod';

export type Fields = Record<string, z.ZodType>;
/** A form once every field of it is right. */
type Filled<F extends Fields> = z.output<z.ZodObject<F>>;

/** What holds between several fields; asked once each of them is right by itself. */
export type Rule<T> = {
  of: readonly (keyof T & string)[];
  holds: (form: T) => boolean;
  /** Where its sentence stands. */
  at: string;
  says: string;
};

export type FormParts<T> = {
  fields: Fields;
  rules: readonly Rule<T>[];
  /** Leading keys inside the form that are no part of a field's name. */
  envelope: readonly string[];
  isChange: boolean;
};

/** A form as it came, not looked at yet: `accepted` of src/server/records/forms.ts alone opens it, and says all that is wrong at once. */
export class SentForm<T> {
  constructor(
    readonly raw: Record<string, unknown>,
    readonly parts: FormParts<T>,
  ) {}
}

const ALL = new WeakMap<object, FormParts<never>>();
/** What a schema of `form` is made of; nothing of any other. */
export const partsOf = (schema: object): FormParts<never> | undefined => ALL.get(schema);

/**
 * A record's form. `Form` is a new record's: what is left out has its default. `Change` is an update's: what is left out stays
 * as it is stored, without any default, and the rules look at the stored record with the change laid over it.
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

/** What a form says once it is accepted. */
export type FormOf<F extends { Form: z.ZodType }> = z.output<F['Form']> extends SentForm<infer T> ? T : never;
