import { useMemo } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { UnrecognizedChoice } from '../../contract/forms/unread.ts';
import type { FormFieldProps } from '../../web/inputs/fields.ts';

type Props = FormFieldProps<string | UnrecognizedChoice | null | undefined> & { label: string };

const shown = (zone: string): string => zone.replaceAll('_', ' ');

/** Lets a person choose the time zone of a course by typing a part of its name; none means the business time zone. */
export function TimeZoneSelect(field: Props) {
  const { timeZone } = useBusinessSettings();
  const options = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((zone) => [zone, shown(zone)] as const),
    [],
  );
  const ofBusiness = `The business zone, ${shown(timeZone)}`;
  const none = field.readOnly ? ofBusiness : '';
  const known = typeof field.value === 'string' && field.value !== '' ? shown(field.value) : none;
  return <Select {...field} known={known} options={options} clearable placeholder={ofBusiness} />;
}
