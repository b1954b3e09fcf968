import type { ReactNode } from 'react';
import { formatMonthDay } from '../../contract/dates.ts';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { RATE_TYPES, rates, type RateRow } from './rates.contract.ts';
import './rates.css';

const LIVE = { index: rates.indexLive, count: rates.countLive };
const DAY = /\d{4}-\d{2}-\d{2}/g;
const WEEK = 'Mon Tue Wed Thu Fri Sat Sun';
const short = (day: string): string => `${formatMonthDay(day)} ${day.slice(0, 4)}`;

/** Shows a text that a narrow cell may cut off; a tooltip has all of it. */
const Whole = ({ text, narrow }: { text: string; narrow?: true }) => (
  <span title={text} className={narrow && 'rate-memo'}>
    {text}
  </span>
);

type Props = {
  title?: string;
  /** Shows only rates of `liveRateList`: enabled ones at active courses. */
  live?: boolean;
  fixedFilters?: { course_id: number } | { holiday_id: number };
  actions?: ReactNode;
};

const card = ({ course_name, days, times, dates, rate, humanized_type, disabled, archived }: RateRow) => ({
  title: course_name,
  tag: (
    <span className="tag" data-tone={disabled || archived ? 'danger' : 'plain'}>
      {(archived && 'archived') || (disabled && 'disabled') || humanized_type}
    </span>
  ),
  line: `${days.replace(WEEK, 'Mon to Sun')} · ${times}`,
  amount: formatDecimalMoney(rate),
  foot: dates.replaceAll(DAY, short),
});

/** Lists every rate, or with `fixedFilters` those of one course or holiday, as a part of that record's screen. */
export const RateList = ({ title = 'Rates', live = false, fixedFilters, actions }: Props) => (
  <ListPage
    title={title}
    noun="rate"
    list={useList({ calls: live ? LIVE : rates, fixedFilters })}
    row={{
      viewPath: (rate) => `/manage-rate/${rate.id}`,
      card,
      nameOf: ({ id, course_name, rate }) => `rate ${id}, ${course_name}, ${formatDecimalMoney(rate)}`,
    }}
    actions={actions}
    columns={[
      // The widths fit whole course names and both dates on a desktop screen; the memo gets the remaining width.
      { name: 'course_name', label: 'Course', width: 172 },
      {
        name: 'days',
        label: 'Days',
        width: 126,
        cell: ({ days }) => <Whole text={days.replace(WEEK, 'Mon to Sun')} />,
      },
      { name: 'times', label: 'Times', width: 92, cell: ({ times }) => <Whole text={times} /> },
      {
        name: 'dates',
        label: 'Dates',
        kind: 'day',
        width: 178,
        cell: ({ dates }) => <Whole text={dates.replaceAll(DAY, short)} />,
      },
      { name: 'rate', label: 'Rate', kind: 'money' },
      { name: 'disabled', label: 'Disabled?', kind: 'yes-no' },
      { name: 'archived', label: 'Archived?', kind: 'yes-no' },
      {
        name: 'internal_memo',
        label: 'I/Memo',
        cell: ({ internal_memo }) => <Whole text={internal_memo} narrow />,
      },
      {
        name: 'type',
        label: 'Type',
        width: 76,
        choices: RATE_TYPES,
        cell: ({ humanized_type }) => humanized_type,
      },
    ]}
  />
);
