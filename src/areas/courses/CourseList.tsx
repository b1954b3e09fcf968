import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { courses } from './courses.contract.ts';

export const CourseList = () => (
  <ListPage
    title="Course Management"
    noun="course"
    list={useList({ calls: courses })}
    row={{
      viewPath: (course) => `/manage-course/${course.id}`,
      card: ({ course_name, inactive, internal_only, city, phone }) => ({
        title: course_name,
        tag: (inactive || internal_only) && (
          <span className="tag" data-tone="plain">
            {inactive ? 'inactive' : 'internal only'}
          </span>
        ),
        line: city,
        foot: phone,
      }),
      nameOf: ({ course_name }) => course_name,
    }}
    columns={[
      { name: 'id', label: 'Id', kind: 'id' },
      { name: 'course_name', label: 'Course Name' },
      { name: 'inactive', label: 'Inactive?', kind: 'yes-no' },
      { name: 'internal_only', label: 'Internal only?', kind: 'yes-no' },
      { name: 'address', label: 'Address' },
      { name: 'city', label: 'City' },
      { name: 'phone', label: 'Phone' },
      { name: 'course_email', label: 'Email' },
    ]}
  />
);
