import { useQuery } from '@tanstack/react-query';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { sendCall } from '../../web/sending/send.ts';
import { courseChoice } from '../course-choice/course-choice.contract.ts';
import { courseGroups } from './course-groups.contract.ts';

/** Lists all course groups, or with `fixedFilters` those of one course, as a part of the course's screen. */
export function CourseGroupList({ fixedFilters }: { fixedFilters?: { course_id: number } }) {
  const { data = [] } = useQuery({
    queryKey: ['courses list', 'all'],
    queryFn: () => sendCall(courseChoice.list),
  });
  const choices = data.map(([id, name]) => [String(id), name] as const);
  const list = useList({ calls: courseGroups, fixedFilters });
  return (
    <ListPage
      title="Course Groups"
      noun="course group"
      list={list}
      row={{
        viewPath: (group) => `/manage-course-group/${group.id}`,
        nameOf: ({ group_name }) => group_name,
      }}
      columns={[{ name: 'group_name', label: 'Group Name' }]}
      filters={[{ name: 'id', filter: 'course_id', label: 'Course', choices, sort: false }]}
    />
  );
}
