import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../../../web/leaving/drafts.ts';
import {
  valueAt,
  withValue,
  type Field,
  type FieldName,
  type FieldValue,
} from '../../../../web/inputs/fields.ts';
import { equalOnWire } from '../../../../web/records/form/useForm.ts';
import { BLANK, type SaleForm } from '../sale-form.rules.ts';

const PATH = '/manage-gift-certificate/new';
type Errors = Record<string, string[]>;
// A changed field clears its own errors, and those of the fields that the server checks against it.
const fieldsRechecked = (name: string): string[] => [
  name,
  ...(name === 'value' ? ['shown_price'] : []),
  ...(name === 'email_delivery' ? ['recipient.email'] : []),
];

export type SaleFields = ReturnType<typeof useSaleForm>;

/**
 * Holds the sale form while it is typed, with its field errors. The form stays as a draft, without the card, until the sale
 * is made or cleared.
 */
export function useSaleForm() {
  const [form, setForm] = useState<SaleForm>(() => draftOf(PATH, BLANK) ?? BLANK);
  const [errors, setErrors] = useState<Errors>({});
  const isTyped = !equalOnWire(form, BLANK);
  useEffect(() => (isTyped ? keepDraft(PATH, form) : dropDraft(PATH)), [form, isTyped]);

  const forget = (names: string[]): void =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    );
  function set(values: Partial<SaleForm>): void {
    setForm((before) => ({ ...before, ...values }));
    forget(Object.keys(errors).filter((name) => (name.split('.')[0] ?? '') in values));
  }
  function field<N extends FieldName<SaleForm>>(name: N): Field<FieldValue<SaleForm, N>> {
    const shown = valueAt(form, name);
    return {
      name,
      value: shown,
      error: errors[name]?.join(', '),
      readOnly: false,
      change: (value) => {
        setForm((before) => withValue(before, name, value));
        // Leaving a field unchanged corrects no error.
        if (!equalOnWire(value, shown)) forget(fieldsRechecked(name));
      },
    };
  }
  function reset(): void {
    dropDraft(PATH);
    setErrors({});
    setForm(BLANK);
  }
  return { form, errors, setErrors, forget, set, field, reset, isTyped };
}
