import { formatDay } from '../../contract/dates.ts';
import type { Filters } from '../../web/lists/address.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { RATE_TYPES, rates } from './rates.contract.ts';

const LIVE = { index: rates.indexLive, count: rates.countLive };
const DAY = /\d{4}-\d{2}-\d{2}/g;

type Props = {
  title?: string;
  /** Only what can be booked now or later, by a pair of calls of its own. */
  live?: boolean;
  fixedFilters?: Filters;
};

/** Every rate, or with `fixedFilters` those of a course or a holiday as a part of its screen. */
export const RateList = ({ title = 'Rates', live = false, fixedFilters }: Props) => (
  <ListPage
    title={title}
    noun="rate"
    calls={live ? LIVE : rates}
    viewPath={(rate) => `/manage-rate/${rate.id}`}
    defaultSort={[
      { name: 'dates', desc: true },
      { name: 'course_name', desc: true },
    ]}
    defaultFilters={{ archived: 'false', disabled: 'false' }}
    paging={{ sizes: [5, 10, 20, 30, 40, 50, -1] }}
    {...(fixedFilters && { fixedFilters })}
    columns={[
      { name: 'course_name', label: 'Course' },
      { name: 'days', label: 'Days' },
      { name: 'times', label: 'Times' },
      { name: 'dates', label: 'Dates', kind: 'day', cell: ({ dates }) => dates.replaceAll(DAY, formatDay) },
      { name: 'rate', label: 'Rate', kind: 'money' },
      { name: 'disabled', label: 'Disabled?', kind: 'yes-no' },
      { name: 'archived', label: 'Archived?', kind: 'yes-no' },
      { name: 'internal_memo', label: 'I/Memo' },
      { name: 'type', label: 'Type', choices: RATE_TYPES, cell: ({ humanized_type }) => humanized_type },
    ]}
  />
);
