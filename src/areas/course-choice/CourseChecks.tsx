import { CheckboxList } from '../../web/inputs/choosing/CheckList.tsx';
import type { FormFieldProps } from '../../web/inputs/fields.ts';
import { useCourseList } from './useCourseList.ts';

type Props = FormFieldProps<{ id: number }[] | null | undefined> & {
  label: string;
  /** The text shown while no course is ticked, where that has a meaning, such as `Any course`. */
  none?: string;
  notes?: ReadonlyMap<number, string>;
};

/** Shows a check box for each course, sorted by name. */
export function CourseChecks(field: Props) {
  const list = useCourseList('all');
  return <CheckboxList {...field} options={list.data ?? []} />;
}
