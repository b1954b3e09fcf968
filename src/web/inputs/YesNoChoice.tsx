import type { FormFieldProps } from './fields.ts';
import { Radio } from './Radio.tsx';

type Props = FormFieldProps<boolean> & { label: string; yes: string; no: string };

/** A yes-or-no input with two words as the options, such as `Dollars` and `Percent`. */
export const YesNoChoice = ({ value, change, yes, no, ...field }: Props) => (
  <Radio
    {...field}
    options={[
      ['yes', yes],
      ['no', no],
    ]}
    value={value ? 'yes' : 'no'}
    change={(chosen) => change(chosen === 'yes')}
  />
);
