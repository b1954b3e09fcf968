import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { MoneyOrPercentInput } from '../../web/inputs/typed/MoneyOrPercentInput.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseField } from '../course-choice/CourseSelect.tsx';
import { rentalClubName, HANDEDNESS, RentalClub, rentalClubs, SEXES } from './rental-clubs.contract.ts';

export function RentalClubDetail() {
  const courseId = useCourseId();
  const record = useRecord({
    id: useRecordId(),
    load: (id) => sendCall(rentalClubs.show, { params: { id } }),
    blank: () => RentalClub.blank({ course: { id: courseId }, quantity: 1 }),
    create: (club, options) => sendCall(rentalClubs.create, { body: { rentalClub: club } }, options),
    update: (id, club) => sendCall(rentalClubs.update, { body: { id, rentalClub: club } }),
    remove: (id) => sendCall(rentalClubs.remove, { params: { id } }),
    pathOf: (id) => `/rental-club/${id}`,
    listPath: '/manage-rental-clubs',
  });
  const { field, base } = record;
  return (
    <RecordPage
      title="Rental Club"
      name={base && [rentalClubName(base), base.course.course_name].filter(Boolean).join(', ')}
      short={base && rentalClubName(base)}
      tags={base?.archived && <Tag tone="plain">archived</Tag>}
      kept="rental_clubs"
      record={record}
      editableBy="admin"
    >
      <RecordColumns>
        <RecordColumn>
          <FieldGroup title="Details">
            <WideField>
              <CourseField label="Course" {...field('course')} />
            </WideField>
            <TextInput label="Brand" {...field('brand')} />
            <NumberInput label="Quantity" {...field('quantity')} />
            <WideField>
              <TextInput label="Description" {...field('description')} />
            </WideField>
            <Select label="Handed" options={HANDEDNESS} {...field('handed')} />
            <Select label="Sex" options={SEXES} {...field('sex')} />
            <Checkbox label="Archived?" {...field('archived')} />
          </FieldGroup>
        </RecordColumn>
        <RecordColumn>
          <FieldGroup title="Price">
            <MoneyInput label="Cost" {...field('cost')} />
            <MoneyInput label="Rate" {...field('rate')} />
            <MoneyInput label="Charge" {...field('charge')} />
            <MoneyOrPercentInput
              label="Commission"
              inDollars={field('is_dollars').value}
              {...field('commission')}
            />
            <Checkbox
              label="Is dollars?"
              description="Off: the commission is a percent."
              {...field('is_dollars')}
            />
          </FieldGroup>
        </RecordColumn>
      </RecordColumns>
    </RecordPage>
  );
}
