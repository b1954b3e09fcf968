import type { ValuesOf } from '../../contract/forms/record.ts';
import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { TwoWordChoice } from '../../web/inputs/TwoWordChoice.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { MoneyOrPercent } from '../../web/inputs/typed/MoneyOrPercent.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { shownMoney } from '../../web/lists/columns.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { History } from '../../web/records/history/History.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { send } from '../../web/sending/send.ts';
import { CourseChecks } from '../course-choice/CourseChecks.tsx';
import { useWithCourses } from '../course-choice/useCourseList.ts';
import { TransactionsOf } from '../transactions/TransactionsOf.tsx';
import { Discount, discounts } from './discounts.contract.ts';
import { UNLIMITED } from './unlimited.rules.ts';

type Values = ValuesOf<typeof Discount>;

const offOf = ({ amount, is_dollars }: Values): string =>
  `${is_dollars ? shownMoney(amount) : `${amount} %`} off`;

export function DiscountDetail() {
  const id = useRecordId();
  const withCourses = useWithCourses();
  const record = useRecord({
    id,
    load: (shown) => withCourses(send(discounts.show, { params: { id: shown } })),
    blank: () => Discount.blank(),
    create: (discount, options) => send(discounts.create, { body: { discount } }, options),
    update: (id, discount) => send(discounts.update, { body: { id, discount } }),
    remove: (gone) => send(discounts.remove, { params: { id: gone } }),
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
            <TwoWordChoice label="Taken off in" yes="Dollars" no="Percent" {...field('is_dollars')} />
            <MoneyOrPercent label="Amount" inDollars={field('is_dollars').value} {...field('amount')} />
            <Checkbox label="Enabled?" {...field('enabled')} />
            <Checkbox label="Together with a gift certificate?" {...field('gift_certificate_stack')} />
          </FieldGroup>
          <FieldGroup title="Limits (0 is unlimited)">
            <MoneyInput label="Min Discount" zero={UNLIMITED} {...field('min_discount')} />
            <MoneyInput label="Max Discount" zero={UNLIMITED} {...field('max_discount')} />
            <NumberInput label="Min Players" zero={UNLIMITED} {...field('min_players')} />
            <NumberInput label="Max Players" zero={UNLIMITED} {...field('max_players')} />
            <CourseChecks
              none="All courses"
              label="Courses (none ticked: all of them)"
              {...field('courses')}
            />
          </FieldGroup>
        </RecordColumn>
        {id !== 'new' && (
          <RecordColumn>
            <TransactionsOf type="GolfDiscount" id={id} />
            <History of="discounts" id={id} seen={record.values?.updated_at ?? null} />
          </RecordColumn>
        )}
      </RecordColumns>
    </RecordPage>
  );
}
