import type { Filters } from '../../web/lists/address.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { courseGroups } from './course-groups.contract.ts';

/** Every course group, or with `fixedFilters` those of a course as a part of its screen. */
export const CourseGroupList = ({ fixedFilters }: { fixedFilters?: Filters }) => (
  <ListPage
    title="Course Groups"
    noun="course group"
    calls={courseGroups}
    viewPath={(group) => `/manage-course-group/${group.id}`}
    defaultSort={[{ name: 'group_name', desc: false }]}
    paging="none"
    {...(fixedFilters && { fixedFilters })}
    columns={[{ name: 'group_name', label: 'Group Name' }]}
  />
);
