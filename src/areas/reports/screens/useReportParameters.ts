import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays } from '../../../contract/dates.ts';
import { isUnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { mondayOfWeek } from '../words/period.rules.ts';
import type { ShownSheet } from '../reports.contract.ts';
import {
  reportAddressParameters,
  isDay,
  type ReportScreen,
  type ReportParameters,
} from './report-screens.rules.ts';

const day = (value: unknown) => (isDay(value) ? value : null);
const whole = (value: unknown, otherwise: number) => (Number.isInteger(value) ? Number(value) : otherwise);

function coursesOf(value: unknown): ReportParameters['courses'] {
  if (!Array.isArray(value)) return null;
  return value.filter((id): id is number => Number.isInteger(id)).map((id) => ({ id }));
}

/** Returns the typed values that are no valid day, month or year. They stay in their fields but are left out of the address. */
const unreadIn = ({ date_type: _, ...values }: ReportParameters): Partial<ReportParameters> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => isUnrecognizedChoice(value) || (typeof value === 'string' && !isDay(value)),
    ),
  );

/** Widens the period of the Weekly report to whole weeks, Monday to Sunday. */
function snapped(values: ReportParameters, name: ReportScreen['name']): ReportParameters {
  if (name !== 'weekly') return values;
  const { start_date, end_date } = values;
  return {
    ...values,
    start_date: isDay(start_date) ? mondayOfWeek(start_date) : start_date,
    end_date: isDay(end_date) ? addDays(mondayOfWeek(end_date), 6) : end_date,
  };
}

/**
 * Returns the report's parameters and a function that changes them. They are part of the address, so that a reload and Back
 * restore them.
 */
export function useReportParameters({
  name,
  asks,
}: ReportScreen): [ReportParameters, (changed: Partial<ReportParameters>) => void] {
  const { today } = useBusinessSettings();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Partial<ReportParameters>>({});
  const kept: ReportParameters = {
    start_date: day(search['start_date']),
    end_date: day(search['end_date']),
    compare_start_date: day(search['compare_start_date']),
    compare_end_date: day(search['compare_end_date']),
    date_type: search['date_type'] === 'Played' ? 'Played' : 'Created',
    all_dates: search['all_dates'] === true,
    only_played: search['only_played'] !== false,
    courses: coursesOf(search['courses']),
    month: whole(search['month'], Number(today.slice(5, 7)) - 1),
    year: whole(search['year'], Number(today.slice(0, 4))),
  };
  const change = (changed: Partial<ReportParameters>): void => {
    const next = snapped({ ...kept, ...typed, ...changed }, name);
    setTyped(unreadIn(next));
    const { sheet } = search;
    void navigate({
      to: '.',
      search: { ...reportAddressParameters(next, asks), ...(sheet !== undefined && { sheet }) },
      replace: true,
    });
  };
  return [snapped({ ...kept, ...typed }, name), change];
}

/** Returns the sheet that the address names, or the first one, and a function that shows another. */
export function useShownSheet(
  sheets: readonly ShownSheet[],
): [ShownSheet | undefined, (name: string) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = sheets;
  const show = (name: string): void => {
    const { sheet: _, ...others } = search;
    const next = name === first?.name ? others : { ...others, sheet: name };
    void navigate({ to: '.', search: next, replace: true });
  };
  return [sheets.find(({ name }) => name === search['sheet']) ?? first, show];
}
