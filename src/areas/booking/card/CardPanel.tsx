import { isMask } from '../../../contract/cards.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { useInstallation } from '../../installation/useInstallation.ts';
import { GatewayAway } from '../../payments/GatewayAway.tsx';
import { Panel } from '../Panel.tsx';
import { focusSoon } from '../form/useFocusNext.ts';
import type { BookingFields } from '../form/useBookingForm.ts';
import { GatewayFields } from './GatewayFields.tsx';
import type { CardEntry } from './useCardEntry.ts';

type Props = { fields: BookingFields; card: CardEntry };

/** The card lives in this form, or in the gateway's own fields, on its way to the gateway and is kept nowhere. */
export function CardPanel({ fields, card }: Props) {
  const { cardFailure } = fields.opening;
  return (
    <Panel title="Card">
      <GatewayAway />
      {cardFailure && <ErrorBox {...cardFailure} />}
      <CardPlace fields={fields} card={card} />
    </Panel>
  );
}

function CardPlace({ fields, card }: Props) {
  const { data, error, refetch } = useInstallation();
  if (error && !data) return <ErrorBox error={error} retry={() => void refetch()} />;
  // Nobody types a card into a field of ours before it is known that it may be.
  if (!data) return <div className="card-unknown" aria-busy="true" />;
  if (data.card_fields === null) return <OwnFields fields={fields} />;
  // Who typed one before the saved card came means the typed one.
  const isSaved = isMask(fields.form.credit_card.number) && !(card.gateway.current?.isTyped() ?? false);
  if (isSaved) return <SavedCard fields={fields} />;
  return <GatewayFields from={data.card_fields} fields={fields} card={card.gateway} />;
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

/** The card that a waiting customer left, in the place of the gateway's fields. */
function SavedCard({ fields: { field, set, form } }: Pick<Props, 'fields'>) {
  const { expmo, expyr } = form.credit_card;
  const { error } = field('credit_card.number');
  const typeAnother = (): void => {
    set({ credit_card: { number: '', expmo: '', expyr: '', cvv: '' } });
    focusSoon('field-credit_card.number');
  };
  return (
    <div className="row">
      <div id="field-credit_card.number" tabIndex={-1}>
        <TextInput label="Credit card number" {...field('credit_card.number')} readOnly />
        {error && <p className="field-error">{error}</p>}
      </div>
      <span className="quiet">
        Expires {expmo} / {expyr}
      </span>
      <Button className="push" onClick={typeAnother}>
        Use another card
      </Button>
    </div>
  );
}
