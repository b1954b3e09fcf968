import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckboxList } from '../../../web/inputs/choosing/CheckList.tsx';
import { Checkbox } from '../../../web/inputs/Checkbox.tsx';
import { DateInput } from '../../../web/inputs/typed/DateInput.tsx';
import type { FormFieldProps } from '../../../web/inputs/fields.ts';
import { Radio } from '../../../web/inputs/Radio.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import {
  isDay,
  yearsDownTo2007,
  type ReportFieldGroup,
  type ReportParameters,
} from './report-screens.rules.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type ReportFieldFor = <Name extends keyof ReportParameters>(
  name: Name,
) => FormFieldProps<ReportParameters[Name]>;

type DayName = 'start_date' | 'end_date' | 'compare_start_date' | 'compare_end_date';

/** Shows the input fields for a report's parameters. */
export function ReportFields({
  asks,
  field,
  values,
}: {
  asks: readonly ReportFieldGroup[];
  field: ReportFieldFor;
  values: ReportParameters;
}) {
  const { today } = useBusinessSettings();
  const has = (ask: ReportFieldGroup) => asks.includes(ask);
  const isOff = has('all_dates') && values.all_dates;
  const { start_date: start, compare_start_date: compareStart } = values;
  const day = (name: DayName, label: string, first: string | null = null) =>
    isOff ? (
      <OffDate label={label} />
    ) : (
      <DateInput lean="back" label={label} first={isDay(first) ? first : null} {...field(name)} />
    );
  return (
    <div className="report-fields">
      {has('span') && day('start_date', 'Start')}
      {has('span') && day('end_date', 'End', start)}
      {has('compared') && day('compare_start_date', 'Comparison start')}
      {has('compared') && day('compare_end_date', 'Comparison end', compareStart)}
      {has('all_dates') && <Checkbox label="Run for all dates" {...field('all_dates')} />}
      {has('date_type') && (
        <Radio
          label="Date type"
          options={[
            ['Created', 'Created'],
            ['Played', 'Played'],
          ]}
          {...field('date_type')}
        />
      )}
      {has('month') && (
        <Select label="Month" options={MONTHS.map((name, at) => [at, name] as const)} {...field('month')} />
      )}
      {has('month') && (
        <Select
          label="Year"
          options={yearsDownTo2007(today).map((year) => [year, String(year)] as const)}
          {...field('year')}
        />
      )}
      {has('courses') && (
        <Checkbox
          label="Show only played"
          description="On the Canceled sheet: play dates up to today."
          {...field('only_played')}
        />
      )}
      {has('courses') && <Courses {...field('courses')} />}
    </div>
  );
}

/** Lets the user choose courses; all are ticked until the user unticks one. */
function Courses(field: FormFieldProps<{ id: number }[] | null>) {
  const list = useQuery({ queryKey: ['courses list'], queryFn: () => sendCall(courseChoice.list) });
  const options = list.data ?? [];
  const value = field.value ?? options.map(([id]) => ({ id }));
  return (
    <CheckboxList
      label="Courses"
      {...field}
      value={value}
      change={(chosen) => field.change(chosen ?? [])}
      options={options}
    />
  );
}

const OffDate = ({ label }: { label: string }) => (
  <TextInput label={label} disabled placeholder="all dates" />
);
