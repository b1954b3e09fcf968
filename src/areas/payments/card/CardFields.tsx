import type { ReactNode } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { useInstallation } from '../../installation/useInstallation.ts';
import { GatewayAway } from './GatewayAway.tsx';
import { GatewayFields } from './GatewayFields.tsx';
import './card.css';
import type { CardEntry, CardForm } from './useCardEntry.ts';

type Props = {
  fields: CardForm;
  card: CardEntry;
  /** A card saved at the gateway, shown in place of the gateway's fields until something is typed into them. */
  saved?: ReactNode;
  /** Nothing can be done without one. */
  isNeeded?: boolean | undefined;
};

/** Asks for a card, in this form or in the gateway's own fields. The card is on its way to the gateway and stored nowhere. */
export function CardFields({ fields, card, saved, isNeeded }: Props) {
  return (
    <>
      <GatewayAway isNeeded={isNeeded} />
      <CardPlace fields={fields} card={card} saved={saved} isNeeded={isNeeded} />
    </>
  );
}

function CardPlace({ fields, card, saved, isNeeded }: Props) {
  const { data, error, refetch } = useInstallation();
  if (error && !data) return <ErrorBox error={error} retry={() => void refetch()} />;
  // No field for a card is shown before it is known that RIC may take one.
  if (!data) return <div className="card-unknown" aria-busy="true" />;
  if (data.card_fields === null) return <OwnFields fields={fields} />;
  // A card typed before the saved card was loaded takes precedence.
  if (saved && !(card.gateway.current?.isTyped() ?? false)) return saved;
  return <GatewayFields from={data.card_fields} fields={fields} card={card.gateway} isNeeded={isNeeded} />;
}

function OwnFields({ fields: { field } }: Pick<Props, 'fields'>) {
  return (
    <div className="grid6">
      <div className="w6">
        <TextInput label="Credit card number" maxLength={40} {...field('credit_card.number')} />
      </div>
      <TextInput label="Exp Mo" maxLength={2} placeholder="MM" {...field('credit_card.expmo')} />
      <TextInput label="Exp Yr" maxLength={4} placeholder="YY" {...field('credit_card.expyr')} />
      <TextInput label="CVV" maxLength={4} {...field('credit_card.cvv')} />
    </div>
  );
}
