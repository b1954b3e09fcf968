import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { RecordFormValues } from '../../contract/forms/record.ts';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CountrySelect } from '../countries/CountrySelect.tsx';
import { CUSTOMER_TYPE_LABELS, customerTypeName } from './CustomerList.tsx';
import { Customer, customers, type CreatedCustomer } from './customers.contract.ts';
import { DuplicateCustomer } from './duplicates/DuplicateCustomer.tsx';

type Form = RecordFormValues<typeof Customer>;

/** Thrown when the server created no customer because a customer with the same e-mail or phone number exists. */
class DuplicateFound extends Error {
  readonly match: CreatedCustomer;
  /** The typed values that the server compared with existing customers, as JSON. */
  readonly compared: string;
  constructor(match: CreatedCustomer, compared: string) {
    super('duplicate');
    this.match = match;
    this.compared = compared;
  }
}

// The confirmation of a duplicate is valid only for the compared values: another type, e-mail or phone number must be confirmed
// again.
const comparedIn = ({ type, email, primary_phone, mobile_phone }: Form): string =>
  JSON.stringify([type, email, primary_phone, mobile_phone]);

/** The form of a customer who is already saved. */
export type KnownCustomer = Form & { id: number };
type Props = {
  /** Renders actions for the customer, beside the form's buttons. */
  acts?: (customer: KnownCustomer) => ReactNode;
  /** Renders columns beside the form, among them the record's history. */
  beside?: (customer: KnownCustomer) => ReactNode;
};

export function CustomerDetail({ acts, beside }: Props) {
  const navigate = useNavigate();
  const [tickedFor, tickFor] = useState<string | null>(null);
  const record = useRecord({
    id: useRecordId(),
    load: async (id) => {
      const found = await sendCall(customers.show, { params: { id } });
      // If the customer was merged since, the old address leads to the customer that stays.
      if (found.id !== id)
        void navigate({ to: `/manage-customer/${found.id}`, replace: true, ignoreBlocker: true });
      return found;
    },
    blank: () => Customer.blank({ country_alpha2: 'US' }),
    create: async (customer, options) => {
      const compared = comparedIn(customer);
      const ignore_duplicate = tickedFor === compared;
      const sent = { ...customer, ignore_duplicate };
      const created = await sendCall(customers.create, { body: { customer: sent } }, options);
      if (created.duplicate) throw new DuplicateFound(created, compared);
      return created;
    },
    update: (id, customer) => sendCall(customers.update, { body: { id, customer } }),
    pathOf: (id) => `/manage-customer/${id}`,
    listPath: '/manage-customers',
  });
  const { field, values, base } = record;
  const found = record.error instanceof DuplicateFound ? record.error : null;
  const known = record.id !== 'new' && base ? { ...base, id: record.id } : null;
  return (
    // Spec 2 §4: other alerts are cleared when the box about a duplicate customer appears.
    <RecordPage
      title="Customer"
      name={base && `${base.first_name} ${base.last_name}`}
      tags={base && <Tag tone="plain">{customerTypeName(base.type)}</Tag>}
      line={base && [base.city, base.postcode].filter(Boolean).join(', ')}
      kept="customers"
      record={{ ...record, error: found ? null : record.error }}
      editableBy="staff"
      placesHistory
      actions={known && acts?.(known)}
    >
      {found && values && found.compared === comparedIn(values) && (
        <DuplicateCustomer
          match={found.match}
          ticked={tickedFor === comparedIn(values)}
          tick={(isTicked) => tickFor(isTicked ? comparedIn(values) : null)}
        />
      )}
      {known && beside ? (
        <RecordColumns roomy>
          <RecordColumn>
            <PersonGroup field={field} />
            <AddressGroup field={field} />
          </RecordColumn>
          {beside(known)}
        </RecordColumns>
      ) : (
        <RecordColumns>
          <RecordColumn>
            <PersonGroup field={field} />
          </RecordColumn>
          <RecordColumn>
            <AddressGroup field={field} />
          </RecordColumn>
        </RecordColumns>
      )}
    </RecordPage>
  );
}

type Fields = Pick<ReturnType<typeof useRecord<Form>>, 'field'>;

const PersonGroup = ({ field }: Fields) => (
  <FieldGroup title="Details">
    <TextInput label="First Name" {...field('first_name')} />
    <TextInput label="Last Name" {...field('last_name')} />
    <WideField>
      <TextInput label="Email" type="email" {...field('email')} />
    </WideField>
    <TextInput label="Primary Phone" type="tel" {...field('primary_phone')} />
    <TextInput label="Mobile Phone" type="tel" {...field('mobile_phone')} />
    <WideField>
      <Radio label="Type" options={CUSTOMER_TYPE_LABELS} {...field('type')} />
    </WideField>
  </FieldGroup>
);

const AddressGroup = ({ field }: Fields) => (
  <FieldGroup title="Address">
    <WideField>
      <TextInput label="Address" {...field('address')} />
    </WideField>
    <TextInput label="Address 2" {...field('address_2')} />
    <TextInput label="Address 3" {...field('address_3')} />
    <TextInput label="City" {...field('city')} />
    <TextInput label="State/Province" {...field('subdivision')} />
    <TextInput label="Zip/Postcode" {...field('postcode')} />
    <CountrySelect label="Country" {...field('country_alpha2')} />
    <TextArea label="Legacy System Shipping Address" {...field('legacy_address')} />
  </FieldGroup>
);
