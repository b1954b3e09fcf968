import { formatMoney } from '../../../contract/money.ts';
import { WaitProgress, type WaitPhase } from '../../../web/busy/WaitProgress.tsx';
import { Checkbox } from '../../../web/inputs/Checkbox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import type { BookingFields } from '../form/useBookingForm.ts';
import { BOOK_BUTTON_ID } from '../form/useFocusNext.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import type { useBooking } from '../useBooking.ts';
import type { BookingTotals } from './price.rules.ts';
import type { BookingCodeName } from './codes.rules.ts';
import type { AppliedCodes } from './useAppliedCodes.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

type Props = {
  fields: BookingFields;
  applied: AppliedCodes;
  totals: BookingTotals;
  book: ReturnType<typeof useBooking>;
  /** Puts the caller on the wait list for a time like the typed one. */
  wait: () => void;
};

/** Shows the price, calculated by the same function as on the server. */
export function PricePanel({ fields, applied, totals, book, wait }: Props) {
  const { field } = fields;
  const { discount, certificate } = applied;
  return (
    <div className="price">
      <BookingPanel title="Price">
        {totals.charge > 0 ? (
          <Totals totals={totals} />
        ) : (
          <p className="quiet">Shown once there is a charge.</p>
        )}
        <div className="stack codes">
          <Code fields={fields} applied={applied} name="discount_code" label="Discount code">
            {discount && discountText(discount)}
          </Code>
          <Code fields={fields} applied={applied} name="gift_cert_serial" label="Gift certificate">
            {certificate && `${certificate.serial}: ${formatMoney(certificate.raw_balance)} available`}
          </Code>
          {applied.message && (
            <Alert tone="waiting" role="alert">
              {applied.message}
            </Alert>
          )}
          {applied.failure && (
            <p className="field-error" role="alert">
              {applied.failure.message}
            </p>
          )}
          <div className="ticks">
            <Checkbox label="Send Receipt to Customer?" {...field('should_email_customer')} />
            <Checkbox label="Send Receipt to Golf Course?" {...field('should_email_course')} />
          </div>
        </div>
        <Pay totals={totals} book={book} wait={wait} />
      </BookingPanel>
    </div>
  );
}

const ASKING_GATEWAY: WaitPhase[] = [
  { from: 3, says: 'Asking the gateway' },
  // The first request to the gateway has ended by then (PAYMENT_TRY_MS).
  { from: 10, says: 'The payment gateway has not answered yet; RIC keeps asking. Do not book again' },
];
const BOOKING: WaitPhase[] = [
  { from: 3, says: 'Booking' },
  { from: 10, says: 'This is taking longer than usual. Do not book again' },
];

function Pay({ totals, book, wait }: Pick<Props, 'totals' | 'book' | 'wait'>) {
  return (
    <>
      <div className="pay">
        <div className="pay-total">
          <span>Total</span>
          <b>{totals.charge > 0 ? formatMoney(totals.total) : '–'}</b>
        </div>
        <Button
          id={BOOK_BUTTON_ID}
          className="book"
          look="go"
          aria-disabled={book.isBusy}
          aria-keyshortcuts="Control+Enter"
          title="Keys: Ctrl Enter"
          onClick={book.book}
        >
          Book
        </Button>
      </div>
      <p className="quiet pay-line" aria-live="polite">
        {book.isWorking ? (
          'Booking…'
        ) : (
          <>
            <kbd>Ctrl Enter</kbd> books from any field
          </>
        )}
      </p>
      <WaitProgress
        isUnderWay={book.asked !== null}
        phases={book.asked === 'gateway' ? ASKING_GATEWAY : BOOKING}
      />
      <p className="quiet pay-line">
        Not open?{' '}
        <button type="button" className="fill" onClick={wait}>
          Wait for this
        </button>
      </p>
    </>
  );
}

function Totals({ totals }: { totals: BookingTotals }) {
  return (
    <dl className="lines totals" aria-label="Totals">
      <Line label="Charge amount" cents={totals.charge} />
      <Line label="Rental club amount" cents={totals.rental} />
      <Line label="Discount amount" cents={-totals.discount} />
      <Line label="Gift certificate amount" cents={-totals.certificate} />
      <div className="sum">
        <dt>Total</dt>
        <dd>{formatMoney(totals.total)}</dd>
      </div>
    </dl>
  );
}

const Line = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd data-minus={cents < 0 || undefined}>{formatMoney(cents === 0 ? 0 : cents)}</dd>
  </div>
);

type CodeProps = {
  fields: BookingFields;
  applied: AppliedCodes;
  name: BookingCodeName;
  label: string;
  /** The applied discount or gift certificate in words, shown also while another code is rejected. */
  children: string | null;
};

/** Shows a code field with its result; Apply, Enter and leaving the field apply the code. */
function Code({ fields, applied, name, label, children }: CodeProps) {
  const typed = fields.field(name);
  const error = typed.error ?? applied.refusals[name]?.join(', ');
  const apply = (): void => {
    applied.apply(name);
    fields.forget([name]);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="with-button">
        <div onBlur={apply}>
          <TextInput label={label} {...typed} error={error} />
        </div>
        <Button type="submit" aria-label={`Apply ${label.toLowerCase()}`}>
          Apply
        </Button>
      </div>
      <div aria-live="polite">
        {children && (
          <p className="applied">
            <span className="tag">applied</span>
            <span>{children}</span>
          </p>
        )}
      </div>
    </form>
  );
}

type AppliedDiscount = NonNullable<AppliedCodes['discount']>;
const discountText = ({ code, is_dollars, amount, raw_amount }: AppliedDiscount): string =>
  `${code}: ${is_dollars ? formatMoney(raw_amount) : `${Number(amount)} %`} off`;
