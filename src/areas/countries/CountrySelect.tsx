import { useQuery } from '@tanstack/react-query';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import type { FormFieldProps } from '../../web/inputs/fields.ts';
import { sendCall } from '../../web/sending/send.ts';
import { countries } from './countries.contract.ts';

type Props = FormFieldProps<string | null | undefined> & { label: string };

/** Lets a person choose a country by typing one of its names or its two letters. */
export function CountrySelect(field: Props) {
  const list = useQuery({
    queryKey: ['countries'],
    queryFn: () => sendCall(countries.index),
    staleTime: Infinity,
  });
  const options = (list.data ?? []).map(({ alpha2, name, also }) => [alpha2, name, also] as const);
  return <Select {...field} options={options} clearable placeholder="No country" />;
}
