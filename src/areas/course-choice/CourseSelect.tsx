import type { UnrecognizedChoice } from '../../contract/forms/unread.ts';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { FormFieldProps } from '../../web/inputs/fields.ts';
import { useCourseList, type WhichCourses } from './useCourseList.ts';

type Props = FormFieldProps<number | UnrecognizedChoice | null | undefined> & {
  label: string;
  which?: WhichCourses;
  /** Lets a person empty the box. Used where choosing no course has a meaning, such as `Any course`, which `placeholder` tells. */
  clearable?: boolean;
  /** The name of the chosen course, if the record includes it. */
  known?: string;
  placeholder?: string;
};

/** Lets a person choose a course by typing a part of its name. */
export function CourseSelect({ which = 'all', ...field }: Props) {
  const list = useCourseList(which);
  return <Select {...field} options={list.data ?? []} />;
}

type OfRecord = FormFieldProps<{ id: number | UnrecognizedChoice | null; course_name?: string }> & {
  label: string;
};

/** Lets a person choose a record's course; the value is `{id}`. */
export const CourseField = ({ value, change, ...field }: OfRecord) => (
  <CourseSelect
    {...field}
    value={value.id}
    known={value.course_name ?? ''}
    change={(id) => change({ id: id ?? null })}
  />
);
