import type { Unread } from '../../contract/forms/unread.ts';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { useCourseList, type WhichCourses } from './useCourseList.ts';

type Props = Field<number | Unread | null | undefined> & {
  label: string;
  which?: WhichCourses;
  /** Lets the box be emptied, where no course has a meaning, which `placeholder` says. */
  clearable?: boolean;
  /** The course's name, where the record brings it. */
  known?: string;
  placeholder?: string;
};

/** One course, found by typing. */
export function CourseSelect({ which = 'all', ...field }: Props) {
  const list = useCourseList(which);
  return <Select {...field} options={list.data ?? []} />;
}

type OfRecord = Field<{ id: number | Unread | null; course_name?: string }> & { label: string };

/** The course of a record, held as `{id}` as records and forms have it. */
export const CourseField = ({ value, change, ...field }: OfRecord) => (
  <CourseSelect
    {...field}
    value={value.id}
    known={value.course_name ?? ''}
    change={(id) => change({ id: id ?? null })}
  />
);
