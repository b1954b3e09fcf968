import { z } from 'zod';

export type FieldSchemas = Record<string, z.ZodType>;
/** The values of a form, each valid by itself. */
type Filled<F extends FieldSchemas> = z.output<z.ZodObject<F>>;

/** A rule between several fields, which is checked once each of them is valid by itself. */
export type FormRule<T> = {
  of: readonly (keyof T & string)[];
  holds: (form: T) => boolean;
  /** The field that shows the rule's error sentence. */
  at: string;
  says: string;
};

export type FormDefinition<T> = {
  fields: FieldSchemas;
  rules: readonly FormRule<T>[];
  /** The leading keys inside the form that are left out of field names. */
  envelope: readonly string[];
  isChange: boolean;
};

/**
 * A form as it arrived, before validation: only `accepted` of src/server/records/forms.ts reads its values, so that
 * all errors are reported at once.
 */
export class UncheckedForm<T> {
  constructor(
    readonly raw: Record<string, unknown>,
    readonly parts: FormDefinition<T>,
  ) {}
}

const ALL = new WeakMap<object, FormDefinition<never>>();
/** Returns the definition of a form's schema; undefined for a schema that is no form's. */
export const formDefinition = (schema: object): FormDefinition<never> | undefined => ALL.get(schema);

/**
 * Defines the form of a record. `Form` is for a new record: a missing field has its default. `Change` is for an
 * update: a missing field keeps its stored value, and the rules check the stored record with the change applied.
 */
export function defineForm<F extends FieldSchemas>(
  fields: F,
  rules: readonly FormRule<Filled<F>>[] = [],
  envelope: readonly string[] = [],
) {
  type Given = z.input<z.ZodObject<F>>;
  const schema = <In>(isChange: boolean) => {
    const parts = { fields, rules, envelope, isChange };
    const sent = z.looseObject({}).transform((raw) => new UncheckedForm<Filled<F>>(raw, parts));
    ALL.set(sent, parts);
    return sent as unknown as z.ZodType<UncheckedForm<Filled<F>>, In>;
  };
  return { Form: schema<Given>(false), Change: schema<Partial<Given>>(true) };
}

/** The values of a form after validation. */
export type CheckedForm<F extends { Form: z.ZodType }> =
  z.output<F['Form']> extends UncheckedForm<infer T> ? T : never;
