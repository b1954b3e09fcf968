import { formatMonthDay } from '../../contract/dates.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { UpcomingOnlySwitch } from '../../web/lists/table/UpcomingOnlySwitch.tsx';
import { useList } from '../../web/lists/useList.ts';
import { holidays } from './holidays.contract.ts';

/** Lists all holidays, or with `fixedFilters` those of one course, as a part of the course's screen. */
export function HolidayList({ fixedFilters }: { fixedFilters?: { course_id: number } }) {
  const list = useList({ calls: holidays, fixedFilters });
  return (
    <ListPage
      title="Holidays"
      noun="holiday"
      list={list}
      views={<UpcomingOnlySwitch list={list} />}
      row={{
        viewPath: (holiday) => `/holiday/${holiday.id}`,
        nameOf: ({ name, start_date }) => `${name}, ${formatMonthDay(start_date)} ${start_date.slice(0, 4)}`,
      }}
      columns={[
        { name: 'name', label: 'Name' },
        { name: 'start_date', label: 'Start', kind: 'day' },
        { name: 'end_date', label: 'End', kind: 'day' },
        { name: 'course_names', label: 'Courses', filter: 'course_name', sort: false },
      ]}
    />
  );
}
