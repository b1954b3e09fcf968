import type { UnrecognizedChoice } from '../../contract/forms/unread.ts';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { useCourseList, type WhichCourses } from './useCourseList.ts';

type Props = Field<number | UnrecognizedChoice | null | undefined> & {
  label: string;
  which?: WhichCourses;
  /** Lets the box be emptied, if no course has a meaning, which `placeholder` says. */
  clearable?: boolean;
  /** The course's name, if the record has it. */
  known?: string;
  placeholder?: string;
};

/** Asks for a course, found by typing. */
export function CourseSelect({ which = 'all', ...field }: Props) {
  const list = useCourseList(which);
  return <Select {...field} options={list.data ?? []} />;
}

type OfRecord = Field<{ id: number | UnrecognizedChoice | null; course_name?: string }> & { label: string };

/** A select for a record's course, whose value is `{id}`. */
export const CourseField = ({ value, change, ...field }: OfRecord) => (
  <CourseSelect
    {...field}
    value={value.id}
    known={value.course_name ?? ''}
    change={(id) => change({ id: id ?? null })}
  />
);
