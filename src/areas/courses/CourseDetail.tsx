import { useSearch } from '@tanstack/react-router';
import type { ConfirmQuestion } from '../../web/leaving/ask.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { ListUsesAddressContext } from '../../web/lists/address.ts';
import { RecordHead, type RecordDescription } from '../../web/records/RecordHead.tsx';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { BookedTeeTimesNotice } from '../../web/records/saved/BookedTeeTimesNotice.tsx';
import { DELETE_QUESTION } from '../../web/records/useConfirmDeletion.ts';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseFields, type CourseValues } from './CourseFields.tsx';
import { CourseTabs, COURSE_TABS, courseTabNamed } from './CourseTabs.tsx';
import { Course, courses, type DeletedWithCourse } from './courses.contract.ts';
import { deletedWithCourseText } from './deleting/deleting.rules.ts';

export function CourseDetail() {
  const id = useRecordId();
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const record = useRecord({
    id,
    load: (shown) => sendCall(courses.show, { params: { id: shown } }),
    blank: () => Course.blank({ country_alpha2: 'US' }),
    create: (course, options) => sendCall(courses.create, { body: { course } }, options),
    update: (id, course) => sendCall(courses.update, { body: { id, course } }),
    removing: async (gone) => questionOf(await sendCall(courses.goesWith, { params: { id: gone } })),
    remove: (gone) => sendCall(courses.remove, { params: { id: gone } }),
    pathOf: (saved) => `/manage-course/${saved}`,
    listPath: '/manage-courses',
  });
  const described: RecordDescription = {
    title: 'Course',
    name: record.base?.course_name,
    tags: record.base && <Tags course={record.base} />,
    line: record.base && [record.base.city, record.base.subdivision].filter(Boolean).join(', '),
    kept: 'courses',
    record,
  };
  // A new course has no lists of related records yet.
  const part = id === 'new' ? null : courseTabNamed(tab);
  if (id === 'new' || !part) {
    return (
      <RecordPage
        {...described}
        editableBy="admin"
        tabs={id !== 'new' && <CourseTabs current={null} modified={record.modified} />}
      >
        <BookedTeeTimesNotice
          record={record}
          filters={record.base?.inactive ? { course_id: Number(id) } : null}
          how="at it"
        />
        <CourseFields record={record} />
      </RecordPage>
    );
  }
  const Part = COURSE_TABS[part].component;
  return (
    <>
      <RecordHead {...described} />
      <CourseTabs current={part} modified={record.modified} />
      <div className="course-part">
        <ListUsesAddressContext value>
          <Part courseId={id} />
        </ListUsesAddressContext>
      </div>
    </>
  );
}

const questionOf = (goes: DeletedWithCourse): ConfirmQuestion =>
  goes.kept_because === null
    ? { ...DELETE_QUESTION, detail: `${deletedWithCourseText(goes)} ${DELETE_QUESTION.detail}`.trim() }
    : { question: DELETE_QUESTION.question, detail: goes.kept_because };

const Tags = ({ course: { inactive, internal_only, is_realtime } }: { course: CourseValues }) => (
  <>
    {inactive && <Tag tone="waiting">inactive</Tag>} {internal_only && <Tag tone="plain">internal only</Tag>}{' '}
    {is_realtime && <Tag tone="plain">realtime</Tag>}
  </>
);
