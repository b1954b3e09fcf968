import type { Field } from './fields.ts';
import { Radio } from './Radio.tsx';

type Props = Field<boolean> & { label: string; yes: string; no: string };

/** A yes-or-no value that is chosen by two words, such as `Dollars` or `Percent`. */
export const TwoWordChoice = ({ value, change, yes, no, ...field }: Props) => (
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
