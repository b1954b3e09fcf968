import type { ReactNode } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { cleanTypedText } from '../../../contract/typed/clean-typed.ts';
import type { FormFieldProps } from '../../../web/inputs/fields.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { useInstallation } from '../../installation/useInstallation.ts';
import { GatewayAwayWarning } from './GatewayAwayWarning.tsx';
import { GatewayFields } from './GatewayFields.tsx';
import './card.css';
import { parseExpiry } from './expiry.rules.ts';
import type { CardEntry, CardForm } from './useCardEntry.ts';

type Props = {
  fields: CardForm;
  card: CardEntry;
  /** The saved card, shown in place of the gateway's fields until something is typed into them. */
  saved?: ReactNode;
  /** True if the form cannot be sent without a card. */
  isNeeded?: boolean | undefined;
};

/** Asks for a card, in RIC's own fields or in the gateway's. The card goes to the gateway and is stored nowhere. */
export function CardFields({ fields, card, saved, isNeeded }: Props) {
  return (
    <>
      <GatewayAwayWarning isNeeded={isNeeded} />
      <CardPlace fields={fields} card={card} saved={saved} isNeeded={isNeeded} />
    </>
  );
}

function CardPlace({ fields, card, saved, isNeeded }: Props) {
  const { data, error, refetch } = useInstallation();
  if (error && !data) return <ErrorBox error={error} retry={() => void refetch()} />;
  // No card field is shown before the server has said if RIC itself may take a card.
  if (!data) return <div className="card-unknown" aria-busy="true" />;
  if (data.card_fields === null) return <OwnFields fields={fields} />;
  // A card typed before the saved card was loaded takes precedence.
  if (saved && !(card.gateway.current?.isTyped() ?? false)) return saved;
  return <GatewayFields from={data.card_fields} fields={fields} card={card.gateway} isNeeded={isNeeded} />;
}

const YEAR = 'credit_card.expyr';
const focusYear = (): void => document.getElementById(`field-${YEAR}`)?.focus();

/**
 * Removes pasted spaces before the text is cut to `most` digits; an input's `maxLength` would cut off the last digit
 * instead.
 */
const shortField = ({ change, ...rest }: FormFieldProps<string>, most: number): FormFieldProps<string> => ({
  ...rest,
  change: (typed) => change(cleanTypedText(typed).slice(0, most)),
});

function OwnFields({ fields: { field } }: Pick<Props, 'fields'>) {
  const month = field('credit_card.expmo');
  const year = field(YEAR);
  function changeMonth(typed: string): void {
    const { expmo, expyr } = parseExpiry(typed);
    month.change(expmo);
    // A third digit typed into the month by mistake does not replace a year that is filled in already.
    if (expyr === null || (expyr.length === 1 && year.value !== '')) return;
    if (expyr !== '') year.change(expyr);
    // The digits typed next belong to the year.
    focusYear();
  }
  return (
    <div className="grid6">
      <div className="w6">
        <TextInput label="Credit card number" {...field('credit_card.number')} />
      </div>
      <TextInput label="Exp Mo" placeholder="MM" {...month} change={changeMonth} />
      <TextInput label="Exp Yr" placeholder="YY" {...shortField(year, 4)} />
      <TextInput label="CVV" {...shortField(field('credit_card.cvv'), 4)} />
    </div>
  );
}
