import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, Wide } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/MoneyInput.tsx';
import { MoneyOrPercent } from '../../web/inputs/MoneyOrPercent.tsx';
import { NumberInput } from '../../web/inputs/NumberInput.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { useRecordId } from '../../web/params.ts';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { FieldErrors, Refusal, send } from '../../web/send.ts';
import { CourseField } from '../courses/CourseSelect.tsx';
import { DateRanges } from '../rate-date-ranges/DateRanges.tsx';
import { RATE_TYPES, rates, type RateRecord } from './rates.contract.ts';
import { carryRanges, dropRanges } from '../rate-date-ranges/useRanges.ts';
import './rates.css';

type Left = 'id' | 'course' | 'raw_rate' | 'humanized_type' | 'rate_date_ranges' | 'warnings' | 'updated_at';
type Form = Omit<RateRecord, Left> & { course: { id: number | null }; updated_at: string | null };

const blankRate = (): Form => ({
  course: { id: null },
  type: 'RicGolfRate',
  rate: '',
  deposit: '0.00',
  service_fee: '0.00',
  wholesale_rate: '0.00',
  max_refund: '0.00',
  non_refundable: '0.00',
  course_balance: '0.00',
  cancel_hours: 0,
  max_advance_days: 0,
  commission: '0.00',
  is_commission_dollars: true,
  golfswitch_commission: '0.00',
  is_golfswitch_commission_dollars: false,
  is_dynamic: false,
  is_dynamic_greater: false,
  disabled: false,
  archived: false,
  internal_memo: '',
  external_memo: '',
  rate_sheet_note: '',
  updated_at: null,
});

export function RateDetail() {
  const id = useRecordId();
  const record = useRecord<Form>({
    id,
    // The ranges are forms of their own: they are loaded beside this one.
    load: async (shown) => {
      const {
        rate_date_ranges: _,
        warnings: __,
        ...rate
      } = await send(rates.show, { params: { id: shown } });
      return rate;
    },
    blank: blankRate,
    create: async (rate) => {
      const made = await send(rates.create, { body: { rate } }).catch(golfRateFirst);
      carryRanges(made.id);
      return made;
    },
    update: (saved, rate) => send(rates.update, { body: { id: saved, rate } }).catch(golfRateFirst),
    remove: async (gone) => {
      await send(rates.remove, { params: { id: gone } });
      dropRanges(gone);
    },
    pathOf: (saved) => `/manage-rate/${saved}`,
    listPath: '/manage-rates',
  });
  return (
    <RecordPage title="Rate" record={record} editableBy="admin">
      <Fields record={record} />
      <DateRanges rateId={id} isIdle={!record.busy} />
    </RecordPage>
  );
}

/** Spec 2 §8: of a rate error the first golf_rate message is shown above the form. */
function golfRateFirst(error: unknown): never {
  const [first] = (error instanceof FieldErrors && error.errors['golf_rate']) || [];
  throw first ? new Refusal(first, null) : error;
}

type FieldsProps = { record: ReturnType<typeof useRecord<Form>> };

function Fields({ record: { field, values } }: FieldsProps) {
  return (
    <>
      <FieldGroup title="The rate">
        <Wide>
          <Radio label="Rate Type" options={RATE_TYPES} {...field('type')} />
        </Wide>
        <Wide>
          <CourseField label="Course" {...field('course')} />
        </Wide>
        <MoneyInput label="Rate" {...field('rate')} />
        <MoneyInput label="Service fee" {...field('service_fee')} />
        <MoneyInput label="Wholesale Rate" {...field('wholesale_rate')} />
        <MoneyInput label="Deposit" {...field('deposit')} />
        <MoneyInput label="Course Balance" {...field('course_balance')} />
        <NumberInput label="Max Advance Days" {...field('max_advance_days')} />
        <Commission field={field} label="Commission" name="commission" flag="is_commission_dollars" />
        {values?.type === 'ApiGolfRate' && <ApiFields field={field} />}
        <Checkbox label="Disabled?" {...field('disabled')} />
        <Checkbox label="Archived?" {...field('archived')} />
        <p className="quiet rate-note">
          Amounts are per player. A commission that is not in dollars is a percent. 0 for Max Advance Days is
          no limit.
        </p>
      </FieldGroup>
      <div className="rate-side">
        <FieldGroup title="Cancelling">
          <MoneyInput label="Max Refund" {...field('max_refund')} />
          <MoneyInput label="Non Refundable Amount" {...field('non_refundable')} />
          <NumberInput label="Cancellation Hours" {...field('cancel_hours')} />
          <p className="quiet rate-note">Amounts are per player. $0.00 for Max Refund is no limit.</p>
        </FieldGroup>
        <FieldGroup title="Notes">
          <TextArea label="Internal Memo" {...field('internal_memo')} />
          <TextArea label="External Memo" {...field('external_memo')} />
          <TextArea label="Rate Sheet Note" {...field('rate_sheet_note')} />
        </FieldGroup>
      </div>
    </>
  );
}

type FieldOf = { field: FieldsProps['record']['field'] };

function ApiFields({ field }: FieldOf) {
  return (
    <>
      <Commission
        field={field}
        label="API Rate Commission"
        name="golfswitch_commission"
        flag="is_golfswitch_commission_dollars"
      />
      <Wide>
        <Checkbox label="Prefer RIC rate if lower?" {...field('is_dynamic_greater')} />
      </Wide>
    </>
  );
}

type CommissionProps = FieldOf & {
  label: string;
  name: 'commission' | 'golfswitch_commission';
  flag: 'is_commission_dollars' | 'is_golfswitch_commission_dollars';
};

function Commission({ field, label, name, flag }: CommissionProps) {
  return (
    <>
      <MoneyOrPercent label={label} inDollars={field(flag).value} {...field(name)} />
      <Checkbox label="Is dollars?" {...field(flag)} />
    </>
  );
}
