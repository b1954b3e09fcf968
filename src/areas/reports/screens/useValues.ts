import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useBusiness } from '../../../web/business/business.ts';
import { addressOf, isDay, type ReportScreen, type Values } from './report-screens.rules.ts';

const day = (value: unknown) => (isDay(value) ? value : null);
const whole = (value: unknown, otherwise: number) => (Number.isInteger(value) ? Number(value) : otherwise);

function coursesOf(value: unknown): Values['courses'] {
  if (!Array.isArray(value)) return null;
  return value.filter((id): id is number => Number.isInteger(id)).map((id) => ({ id }));
}

/** What the report is asked for: it stands in the address, so that a reload and Back find it again. */
export function useValues({ asks }: ReportScreen): [Values, (changed: Partial<Values>) => void] {
  const { today } = useBusiness();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  // What is no date yet stays as it was typed, and is no part of the address.
  const [typed, setTyped] = useState<Partial<Values>>({});
  const kept: Values = {
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
  const change = (changed: Partial<Values>): void => {
    const next = { ...kept, ...typed, ...changed };
    setTyped(
      Object.fromEntries(
        Object.entries(next).filter(([, value]) => typeof value === 'string' && !isDay(value)),
      ),
    );
    void navigate({ to: '.', search: addressOf(next, asks), replace: true });
  };
  return [{ ...kept, ...typed }, change];
}
