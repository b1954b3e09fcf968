import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { GatewayAway } from '../../payments/GatewayAway.tsx';
import { Panel } from '../Panel.tsx';
import type { BookingFields } from '../form/useBookingForm.ts';

/** The card lives in this form on its way to the gateway and is kept nowhere. */
export function CardPanel({ fields: { field, opening } }: { fields: BookingFields }) {
  return (
    <Panel title="Card">
      <GatewayAway />
      {opening.cardFailure && <ErrorBox {...opening.cardFailure} />}
      <div className="grid6">
        <div className="w6">
          <TextInput label="Credit card number" maxLength={40} {...field('credit_card.number')} />
        </div>
        <TextInput label="Exp Mo" maxLength={2} placeholder="MM" {...field('credit_card.expmo')} />
        <TextInput label="Exp Yr" maxLength={4} placeholder="YY" {...field('credit_card.expyr')} />
        <TextInput label="CVV" maxLength={4} {...field('credit_card.cvv')} />
      </div>
    </Panel>
  );
}
