import { CheckboxList } from '../../web/inputs/choosing/CheckList.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { useCourseList } from './useCourseList.ts';

type Props = Field<{ id: number }[] | null | undefined> & {
  label: string;
  /** The text shown if none is ticked, if that means something. */
  none?: string;
  notes?: ReadonlyMap<number, string>;
};

/** Shows a check box for every course, by name. */
export function CourseChecks(field: Props) {
  const list = useCourseList('all');
  return <CheckboxList {...field} options={list.data ?? []} />;
}
