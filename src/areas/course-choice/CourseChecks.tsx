import { CheckList } from '../../web/inputs/choosing/CheckList.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { useCourseList } from './useCourseList.ts';

type Props = Field<{ id: number }[] | null | undefined> & {
  label: string;
  /** What none ticked means, where it means something. */
  none?: string;
  notes?: ReadonlyMap<number, string>;
};

/** Any of all courses, by name. */
export function CourseChecks(field: Props) {
  const list = useCourseList('all');
  return <CheckList {...field} options={list.data ?? []} />;
}
