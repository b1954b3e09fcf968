import { useMemo } from 'react';
import { useBusiness } from '../../web/business/business.ts';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { Field } from '../../web/inputs/fields.ts';

type Props = Field<string | null | undefined> & { label: string };

/** The zone of a course's clock, found by typing a part of its name; none is the zone of the business. */
export function TimeZoneSelect(field: Props) {
  const { timeZone } = useBusiness();
  const options = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
    [],
  );
  const known = field.value ? { known: field.value.replaceAll('_', ' ') } : {};
  return (
    <Select {...field} {...known} options={options} clearable placeholder={timeZone.replaceAll('_', ' ')} />
  );
}
