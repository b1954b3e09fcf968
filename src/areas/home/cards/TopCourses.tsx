import { formatWithCommas } from '../../../web/lists/columns.ts';

type Props = { title: string; courses: { id: number; course_name: string; count: number }[]; none: string };

/** Lists the top courses of a period by name, each with a count. */
export const TopCourses = ({ title, courses, none }: Props) => (
  <div className="top-courses">
    <h3>{title}</h3>
    {courses.length === 0 ? (
      <p className="quiet">{none}</p>
    ) : (
      <ol>
        {courses.map(({ id, course_name, count }) => (
          <li key={id}>
            <span>{course_name}</span> <b>{formatWithCommas(count)}</b>
          </li>
        ))}
      </ol>
    )}
  </div>
);
