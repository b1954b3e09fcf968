import type { RecordFormValues } from '../../contract/forms/record.ts';
import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { MoneyOrPercentInput } from '../../web/inputs/typed/MoneyOrPercentInput.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { BookedTeeTimesNotice } from '../../web/records/saved/BookedTeeTimesNotice.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseField } from '../course-choice/CourseSelect.tsx';
import { DateRanges } from './ranges/DateRanges.tsx';
import { Rate, RATE_TYPES, rates } from './rates.contract.ts';
import { NewRateButton } from './NewRateButton.tsx';
import { moveRangeDrafts, dropRangeDrafts, useRateWithRanges } from './ranges/useDateRanges.ts';
import './rates.css';

type Form = RecordFormValues<typeof Rate>;

export function RateDetail() {
  const id = useRecordId();
  const record = useRecord({
    id,
    // The date ranges are separate forms, which load their own data.
    load: async (shown) => {
      const {
        rate_date_ranges: _,
        warnings: __,
        ...rate
      } = await sendCall(rates.show, { params: { id: shown } });
      return rate;
    },
    blank: () => Rate.blank(),
    create: async (rate, options) => {
      const made = await sendCall(rates.create, { body: { rate } }, options);
      moveRangeDrafts(made.id);
      return made;
    },
    update: (saved, rate) => sendCall(rates.update, { body: { id: saved, rate } }),
    remove: async (gone) => {
      await sendCall(rates.remove, { params: { id: gone } });
      dropRangeDrafts(gone);
    },
    pathOf: (saved) => `/manage-rate/${saved}`,
    listPath: '/manage-rates',
  });
  const { base } = record;
  return (
    <RecordPage
      title="Rate"
      name={base && [base.course.course_name, whatOf(base)].filter(Boolean).join(', ')}
      tags={base && <Tags rate={base} />}
      kept="rates"
      record={record}
      editableBy="admin"
      actions={base && id !== 'new' && <Duplicate id={id} rate={base} off={record.modified || record.busy} />}
    >
      <BookedTeeTimesNotice
        record={record}
        filters={base && (base.disabled || base.archived) ? { golf_rate_id: Number(id) } : null}
        how="with it"
      />
      <Fields record={record} />
      <DateRanges rateId={id} isIdle={!record.busy} />
    </RecordPage>
  );
}

/** A button that opens a new rate with the saved terms and date ranges of this rate. Nothing is created until the user saves. */
function Duplicate({ id, rate, off }: { id: number; rate: Form; off: boolean }) {
  const { data } = useRateWithRanges(id, !off);
  const values = { ...rate, archived: false, updated_at: null };
  return (
    <NewRateButton
      label="Duplicate"
      values={values}
      ranges={data?.rate_date_ranges ?? []}
      off={off || !data}
    />
  );
}

/** Returns a name that tells a rate from others of its course: the first line of its memo, else its type. */
const whatOf = ({ internal_memo, type }: Form): string =>
  internal_memo.split('\n')[0] || (RATE_TYPES.find(([each]) => each === type)?.[1] ?? 'Rate');

const Tags = ({ rate: { rate, disabled, archived } }: { rate: Form }) => (
  <>
    <Tag>{formatDecimalMoney(rate)}</Tag> {disabled && <Tag tone="waiting">disabled</Tag>}{' '}
    {archived && <Tag tone="plain">archived</Tag>}
  </>
);

type FieldsProps = { record: ReturnType<typeof useRecord<Form>> };

function Fields({ record: { field, values } }: FieldsProps) {
  return (
    <RecordColumns>
      <RecordColumn>
        <FieldGroup title="Details">
          <WideField>
            <Radio label="Rate Type" options={RATE_TYPES} {...field('type')} />
          </WideField>
          <WideField>
            <CourseField label="Course" {...field('course')} />
          </WideField>
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
            Amounts are per player. A commission that is not in dollars is a percent. 0 for Max Advance Days
            is no limit.
          </p>
        </FieldGroup>
      </RecordColumn>
      <RecordColumn>
        <FieldGroup title="Cancellation">
          <MoneyInput label="Max Refund" {...field('max_refund')} />
          <MoneyInput label="Non Refundable Amount" {...field('non_refundable')} />
          <NumberInput label="Cancellation Hours" {...field('cancel_hours')} />
          <p className="quiet rate-note">Amounts are per player. $0.00 for Max Refund is no limit.</p>
        </FieldGroup>
        <FieldGroup title="Notes">
          <TextArea label="Internal Memo" {...field('internal_memo')} />
          <TextArea label="External Memo" {...field('external_memo')} />
          <TextArea label="Rate Sheet Note" {...field('rate_sheet_note')} />
          <p className="quiet rate-note">All staff, hotels too, read the internal memo where they book.</p>
        </FieldGroup>
      </RecordColumn>
    </RecordColumns>
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
      <WideField>
        <Checkbox label="Prefer RIC rate if lower?" {...field('is_dynamic_greater')} />
      </WideField>
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
      <MoneyOrPercentInput label={label} inDollars={field(flag).value} {...field(name)} />
      <Checkbox label="Is dollars?" {...field(flag)} />
    </>
  );
}
