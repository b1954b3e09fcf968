import { daysRead } from '../../contract/dates.ts';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { BookedTeeTimes, playedWithin } from '../../web/records/saved/BookedTeeTimes.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { send } from '../../web/sending/send.ts';
import { CourseChecks } from '../course-choice/CourseChecks.tsx';
import { useWithCourses } from '../course-choice/useCourseList.ts';
import { RateList } from '../rates/RateList.tsx';
import { Holiday, holidays } from './holidays.contract.ts';

export function HolidayDetail() {
  const courseId = useCourseId();
  const withCourses = useWithCourses();
  const record = useRecord({
    id: useRecordId(),
    load: (id) => withCourses(send(holidays.show, { params: { id } })),
    blank: () => Holiday.blank({ courses: courseId === null ? [] : [{ id: courseId }] }),
    create: (holiday, options) => send(holidays.create, { body: { holiday } }, options),
    update: (id, holiday) => send(holidays.update, { body: { id, holiday } }),
    remove: (id) => send(holidays.remove, { params: { id } }),
    pathOf: (id) => `/holiday/${id}`,
    listPath: '/manage-holidays',
  });
  const { base } = record;
  return (
    <RecordPage
      title="Holiday"
      name={base && `${base.name}, ${daysRead(base)}`}
      short={base?.name}
      kept="holidays"
      record={record}
      editableBy="admin"
    >
      <BookedTeeTimes
        record={record}
        filters={base && record.id !== 'new' ? { holiday_id: record.id, ...playedWithin(base) } : null}
        how="in it"
      />
      <RecordColumns>
        <RecordColumn>
          <FieldGroup title="Details">
            <WideField>
              <TextInput label="Name" {...record.field('name')} />
            </WideField>
            <DateInput label="Start Date" {...record.field('start_date')} />
            <DateInput label="End Date" {...record.field('end_date')} />
          </FieldGroup>
        </RecordColumn>
        <RecordColumn>
          <FieldGroup title="Applies to">
            <CourseChecks label="Courses" {...record.field('courses')} />
            {record.values?.courses.length === 0 && (
              <p className="quiet">Without a course it does nothing yet.</p>
            )}
          </FieldGroup>
        </RecordColumn>
      </RecordColumns>
      {record.id !== 'new' && <RateList title="Holiday Rates" fixedFilters={{ holiday_id: record.id }} />}
    </RecordPage>
  );
}
