import { CheckboxList } from '../../web/inputs/choosing/CheckList.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { useCourseList } from './useCourseList.ts';

type Props = Field<{ id: number }[] | null | undefined> & {
  label: string;
  /** The text shown if no course is ticked, if that has a meaning. */
  none?: string;
  notes?: ReadonlyMap<number, string>;
};

/** Shows a check box for each course, sorted by name. */
export function CourseChecks(field: Props) {
  const list = useCourseList('all');
  return <CheckboxList {...field} options={list.data ?? []} />;
}
