import { useQuery } from '@tanstack/react-query';
import { CheckList } from '../../web/inputs/choosing/CheckList.tsx';
import type { Field } from '../../web/inputs/fields.ts';
import { send } from '../../web/sending/send.ts';
import { courseChoice } from './course-choice.contract.ts';

type Props = Field<{ id: number }[] | null | undefined> & {
  label: string;
  /** What none ticked means, where it means something. */
  none?: string;
};

/** Any of all courses, by name. */
export function CourseChecks(field: Props) {
  const list = useQuery({ queryKey: ['courses list'], queryFn: () => send(courseChoice.list) });
  return <CheckList {...field} options={list.data ?? []} />;
}
