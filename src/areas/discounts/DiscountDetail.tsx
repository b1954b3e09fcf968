import type { RecordFormValues } from '../../contract/forms/record.ts';
import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { YesNoChoice } from '../../web/inputs/YesNoChoice.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { MoneyOrPercentInput } from '../../web/inputs/typed/MoneyOrPercentInput.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseChecks } from '../course-choice/CourseChecks.tsx';
import { useLoadWithCourses } from '../course-choice/useCourseList.ts';
import { Transactions } from '../transactions/Transactions.tsx';
import { Discount, discounts } from './discounts.contract.ts';
import { UNLIMITED_TEXT } from './unlimited.rules.ts';

type Values = RecordFormValues<typeof Discount>;

const offOf = ({ amount, is_dollars }: Values): string =>
  `${is_dollars ? formatDecimalMoney(amount) : `${amount} %`} off`;

export function DiscountDetail() {
  const id = useRecordId();
  const withCourses = useLoadWithCourses();
  const record = useRecord({
    id,
    load: (shown) => withCourses(sendCall(discounts.show, { params: { id: shown } })),
    blank: () => Discount.blank(),
    create: (discount, options) => sendCall(discounts.create, { body: { discount } }, options),
    update: (id, discount) => sendCall(discounts.update, { body: { id, discount } }),
    remove: (gone) => sendCall(discounts.remove, { params: { id: gone } }),
    pathOf: (saved) => `/manage-discount/${saved}`,
    listPath: '/manage-discounts',
  });
  const { field, base } = record;
  return (
    <RecordPage
      title="Discount"
      name={base && `${base.code}, ${offOf(base)}`}
      tags={base && !base.enabled && <Tag tone="waiting">not enabled</Tag>}
      kept="discounts"
      record={record}
      editableBy="admin"
      placesHistory
    >
      <RecordColumns>
        <RecordColumn>
          <FieldGroup title="Details">
            <WideField>
              <TextInput label="Code" {...field('code')} />
            </WideField>
            <DateInput label="Start Date" {...field('start_date')} />
            <DateInput label="End Date" {...field('end_date')} />
            <YesNoChoice label="Taken off in" yes="Dollars" no="Percent" {...field('is_dollars')} />
            <MoneyOrPercentInput label="Amount" inDollars={field('is_dollars').value} {...field('amount')} />
            <Checkbox label="Enabled?" {...field('enabled')} />
            <Checkbox label="Together with a gift certificate?" {...field('gift_certificate_stack')} />
          </FieldGroup>
          <FieldGroup title="Limits (0 is unlimited)">
            <MoneyInput label="Min Discount" zero={UNLIMITED_TEXT} {...field('min_discount')} />
            <MoneyInput label="Max Discount" zero={UNLIMITED_TEXT} {...field('max_discount')} />
            <NumberInput label="Min Players" zero={UNLIMITED_TEXT} {...field('min_players')} />
            <NumberInput label="Max Players" zero={UNLIMITED_TEXT} {...field('max_players')} />
            <CourseChecks
              none="All courses"
              label="Courses (none ticked: all of them)"
              {...field('courses')}
            />
          </FieldGroup>
        </RecordColumn>
        {id !== 'new' && (
          <RecordColumn>
            <Transactions type="GolfDiscount" id={id} />
            <RecordHistory of="discounts" id={id} seen={record.values?.updated_at ?? null} />
          </RecordColumn>
        )}
      </RecordColumns>
    </RecordPage>
  );
}
