import { daySpanText } from '../../contract/dates.ts';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { BookedTeeTimesNotice, playedOnDaysFilter } from '../../web/records/saved/BookedTeeTimesNotice.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseChecks } from '../course-choice/CourseChecks.tsx';
import { useLoadWithCourses } from '../course-choice/useCourseList.ts';
import { RateList } from '../rates/RateList.tsx';
import { Holiday, holidays } from './holidays.contract.ts';

export function HolidayDetail() {
  const courseId = useCourseId();
  const withCourses = useLoadWithCourses();
  const record = useRecord({
    id: useRecordId(),
    load: (id) => withCourses(sendCall(holidays.show, { params: { id } })),
    blank: () => Holiday.blank({ courses: courseId === null ? [] : [{ id: courseId }] }),
    create: (holiday, options) => sendCall(holidays.create, { body: { holiday } }, options),
    update: (id, holiday) => sendCall(holidays.update, { body: { id, holiday } }),
    remove: (id) => sendCall(holidays.remove, { params: { id } }),
    pathOf: (id) => `/holiday/${id}`,
    listPath: '/manage-holidays',
  });
  const { base } = record;
  return (
    <RecordPage
      title="Holiday"
      name={base && `${base.name}, ${daySpanText(base)}`}
      short={base?.name}
      kept="holidays"
      record={record}
      editableBy="admin"
    >
      <BookedTeeTimesNotice
        record={record}
        filters={base && record.id !== 'new' ? { holiday_id: record.id, ...playedOnDaysFilter(base) } : null}
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
