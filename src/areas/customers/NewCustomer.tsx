import { useEffect, useRef, useState } from 'react';
import { Button } from '../../web/components/Button.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { FieldErrors, sendCall } from '../../web/sending/send.ts';
import type { useAttempt } from '../../web/sending/useAttempt.ts';
import { useCreateOnce } from '../../web/records/form/make-once.ts';
import { Customer, customers, type CreatedCustomer, type CustomerType } from './customers.contract.ts';
import './customers.css';
import { DuplicateCustomer } from './duplicates/DuplicateCustomer.tsx';

export type NewCustomerValues = Record<'first_name' | 'last_name' | 'email' | 'primary_phone', string>;
type Props = {
  type: CustomerType;
  /** The values of the new customer that are known already. */
  begun: NewCustomerValues;
  /** The word for a customer of this type in the dialog's texts. */
  noun: string;
  chosen: (id: number) => Promise<void>;
  back: () => void;
  /** The attempts to save that the whole dialog shares; the dialog stays open while one is under way. */
  attempts: ReturnType<typeof useAttempt>;
};

/**
 * Creates a customer from name and contact fields alone, and chooses the new customer. If one with the same e-mail or phone number
 * exists, that one is offered instead.
 */
export function NewCustomer({ type, begun, noun, chosen, back, attempts }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(begun);
  const [match, setMatch] = useState<CreatedCustomer | null>(null);
  const [ticked, tick] = useState(false);
  const [made, setMade] = useState<number | null>(null);
  const { error, busy, attempt } = attempts;
  const once = useCreateOnce();
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus(), []);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  async function make(): Promise<void> {
    // If the customer was created but could not be chosen, the retry does not create the customer a second time.
    const id = made ?? (await create());
    setMade(id);
    if (id !== null) await chosen(id);
  }
  async function create(): Promise<number | null> {
    const customer = { ...Customer.blank({ country_alpha2: 'US' }), ...values, type };
    const body = { customer: { ...customer, ignore_duplicate: ticked } };
    const created = await once(body, (options) => sendCall(customers.create, { body }, options));
    if (!created.duplicate) return created.id;
    setMatch(created);
    return null;
  }
  const errors = error instanceof FieldErrors ? error.errors : {};
  const field = (name: keyof NewCustomerValues) => ({
    name,
    value: values[name],
    error: errors[name]?.join(', '),
    readOnly: made !== null,
    change: (typed: string | null | undefined) => {
      setValues({ ...values, [name]: typed ?? '' });
      // The confirmation of a duplicate is valid only for the person it was given for.
      setMatch(null);
      tick(false);
    },
  });
  return (
    <form
      className="stack"
      ref={form}
      aria-label={`New ${noun}`}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(make);
      }}
    >
      {match && (
        <DuplicateCustomer
          match={match}
          ticked={ticked}
          tick={tick}
          select={() => void attempt(() => chosen(match.id))}
        />
      )}
      {error && !isBesideFields(errors) && <ErrorBox error={error} />}
      <p className="quiet">A new {noun}, who is chosen at once.</p>
      <div className="new-customer">
        <TextInput label="First Name" {...field('first_name')} />
        <TextInput label="Last Name" {...field('last_name')} />
        <TextInput label="Email" type="email" {...field('email')} />
        <TextInput label="Phone" type="tel" {...field('primary_phone')} />
      </div>
      <div className="row">
        <Button aria-disabled={busy} onClick={busy ? undefined : back}>
          Back to the list
        </Button>
        <Button
          type="submit"
          className="push"
          look={match ? undefined : 'go'}
          aria-disabled={busy || undefined}
        >
          {busy ? 'Please wait...' : `Create and select the ${noun}`}
        </Button>
      </div>
    </form>
  );
}

const isBesideFields = (errors: Record<string, string[]>): boolean =>
  Object.keys(errors).some((name) => ['first_name', 'last_name', 'email', 'primary_phone'].includes(name));
