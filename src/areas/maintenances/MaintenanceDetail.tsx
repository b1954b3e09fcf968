import { daySpanText } from '../../contract/dates.ts';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { BookedTeeTimesNotice, playedOnDaysFilter } from '../../web/records/saved/BookedTeeTimesNotice.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseField } from '../course-choice/CourseSelect.tsx';
import { Maintenance, maintenances } from './maintenances.contract.ts';

export function MaintenanceDetail() {
  const courseId = useCourseId();
  const record = useRecord({
    id: useRecordId(),
    load: (id) => sendCall(maintenances.show, { params: { id } }),
    blank: () => Maintenance.blank({ course: { id: courseId } }),
    create: (maintenance, options) => sendCall(maintenances.create, { body: { maintenance } }, options),
    update: (id, maintenance) => sendCall(maintenances.update, { body: { id, maintenance } }),
    remove: (id) => sendCall(maintenances.remove, { params: { id } }),
    pathOf: (id) => `/maintenance/${id}`,
    listPath: '/manage-maintenances',
  });
  const { base } = record;
  return (
    <RecordPage
      title="Maintenance"
      name={base && `${base.course.course_name ?? 'Maintenance'}, ${daySpanText(base)}`}
      kept="maintenances"
      record={record}
      editableBy="admin"
    >
      <BookedTeeTimesNotice
        record={record}
        filters={base?.course.id ? { course_id: base.course.id, ...playedOnDaysFilter(base) } : null}
        how="in it"
      />
      <FieldGroup title="Details">
        <DateInput label="Start Date" {...record.field('start_date')} />
        <DateInput label="End Date" {...record.field('end_date')} />
        <WideField>
          <CourseField label="Course" {...record.field('course')} />
        </WideField>
        <TextArea label="Description" {...record.field('description')} />
      </FieldGroup>
    </RecordPage>
  );
}
