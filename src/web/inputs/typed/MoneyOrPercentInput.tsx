import { moneyText, parseMoney } from '../../../contract/money.ts';
import type { FormFieldProps } from '../fields.ts';
import { AmountBox, MoneyInput } from './MoneyInput.tsx';

type Props = FormFieldProps<string> & { label: string; inDollars: boolean };

/** An input for an amount in dollars, or for a percentage if the dollar flag is off: both are stored as decimal text. */
export const MoneyOrPercentInput = ({ inDollars, ...field }: Props) =>
  inDollars ? <MoneyInput {...field} /> : <PercentInput {...field} />;

function PercentInput({ value, change, ...rest }: Omit<Props, 'inDollars'>) {
  const commit = (typed: string): void => {
    const hundredths = parseMoney(typed.replace(/%$/, ''));
    change(hundredths === null ? typed : moneyText(hundredths));
  };
  return <AmountBox text={parseMoney(value) === null ? value : `${value} %`} commit={commit} {...rest} />;
}
