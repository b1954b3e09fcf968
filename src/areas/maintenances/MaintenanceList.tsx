import { formatDay } from '../../contract/dates.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { UpcomingOnlySwitch } from '../../web/lists/table/UpcomingOnlySwitch.tsx';
import { useList } from '../../web/lists/useList.ts';
import { maintenances } from './maintenances.contract.ts';

/** Lists all maintenance windows, or with `fixedFilters` those of one course, as a part of the course's screen. */
export function MaintenanceList({ fixedFilters }: { fixedFilters?: { course_id: number } }) {
  const list = useList({ calls: maintenances, fixedFilters });
  return (
    <ListPage
      title="Maintenances"
      noun="maintenance"
      list={list}
      views={<UpcomingOnlySwitch list={list} />}
      row={{
        viewPath: (maintenance) => `/maintenance/${maintenance.id}`,
        nameOf: ({ course_name, start_date }) => `${course_name}, ${formatDay(start_date)}`,
      }}
      columns={[
        { name: 'start_date', label: 'Start', kind: 'day' },
        { name: 'end_date', label: 'End', kind: 'day' },
        { name: 'course_name', label: 'Course' },
        { name: 'description', label: 'Description' },
      ]}
    />
  );
}
