import { useEffect, useState } from 'react';
import { loadDraft, deleteDraft, storeDraft } from '../../../../web/leaving/drafts.ts';
import {
  fieldValueAt,
  withFieldValue,
  type FormFieldProps,
  type FormFieldName,
  type FormFieldValue,
} from '../../../../web/inputs/fields.ts';
import { haveSameJson } from '../../../../web/records/form/useRecordForm.ts';
import { BLANK_SALE_FORM, type SaleForm } from '../sale-form.rules.ts';

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
  const [form, setForm] = useState<SaleForm>(() => loadDraft(PATH, BLANK_SALE_FORM) ?? BLANK_SALE_FORM);
  const [errors, setErrors] = useState<Errors>({});
  const isTyped = !haveSameJson(form, BLANK_SALE_FORM);
  useEffect(() => (isTyped ? storeDraft(PATH, form) : deleteDraft(PATH)), [form, isTyped]);

  const forget = (names: string[]): void =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    );
  function set(values: Partial<SaleForm>): void {
    setForm((before) => ({ ...before, ...values }));
    forget(Object.keys(errors).filter((name) => (name.split('.')[0] ?? '') in values));
  }
  function field<N extends FormFieldName<SaleForm>>(name: N): FormFieldProps<FormFieldValue<SaleForm, N>> {
    const shown = fieldValueAt(form, name);
    return {
      name,
      value: shown,
      error: errors[name]?.join(', '),
      readOnly: false,
      change: (value) => {
        setForm((before) => withFieldValue(before, name, value));
        // Leaving a field unchanged corrects no error.
        if (!haveSameJson(value, shown)) forget(fieldsRechecked(name));
      },
    };
  }
  function reset(): void {
    deleteDraft(PATH);
    setErrors({});
    setForm(BLANK_SALE_FORM);
  }
  return { form, errors, setErrors, forget, set, field, reset, isTyped };
}
