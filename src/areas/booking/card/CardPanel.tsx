import { isCardMask } from '../../../contract/cards.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { CardFields } from '../../payments/card/CardFields.tsx';
import type { CardEntry } from '../../payments/card/useCardEntry.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import { focusAfterRender } from '../../../web/records/form/focusing.ts';
import type { BookingFields } from '../form/useBookingForm.ts';

type Props = { fields: BookingFields; card: CardEntry };

export function CardPanel({ fields, card }: Props) {
  const { cardFailure } = fields.opening;
  const isSaved = isCardMask(fields.form.credit_card.number);
  return (
    <BookingPanel title="Card">
      {cardFailure && <ErrorBox {...cardFailure} />}
      <CardFields fields={fields} card={card} saved={isSaved && <SavedCard fields={fields} />} />
    </BookingPanel>
  );
}

/** Shows the saved card of a customer from the wait list, in place of the gateway's fields. */
function SavedCard({ fields: { field, set, form } }: Pick<Props, 'fields'>) {
  const { expmo, expyr } = form.credit_card;
  const { error } = field('credit_card.number');
  const typeAnother = (): void => {
    set({ credit_card: { number: '', expmo: '', expyr: '', cvv: '' } });
    focusAfterRender('field-credit_card.number');
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
