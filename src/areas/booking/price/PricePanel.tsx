import { formatMoney } from '../../../contract/money.ts';
import { Checkbox } from '../../../web/inputs/Checkbox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import type { RentalClubRow } from '../../rental-clubs/rental-clubs.contract.ts';
import { chargeCents } from '../form.ts';
import { Panel } from '../Panel.tsx';
import { bookingTotals, type BookingTotals } from './price.rules.ts';
import type { Applied } from './useApplied.ts';
import type { useBook } from '../useBook.ts';
import type { BookingFields } from '../useBookingForm.ts';

type Props = {
  fields: BookingFields;
  applied: Applied;
  clubs: RentalClubRow[];
  book: ReturnType<typeof useBook>;
};

/** The price as the server will charge it, from the same function. */
export function PricePanel({ fields, applied, clubs, book }: Props) {
  const { form, field } = fields;
  const charge = chargeCents(form);
  const totals = bookingTotals({
    chargeCents: charge,
    clubs: clubs.map((club) => ({ ...club, quantity: form.quantities[club.id] ?? 0 })),
    discount: applied.discount,
    certificateBalanceCents: applied.certificate?.raw_balance ?? 0,
  });
  const isBusy = book.isWorking || book.pending !== null;
  return (
    <div className="price">
      <Panel title="Price">
        {charge > 0 ? <Totals totals={totals} /> : <p className="quiet">Shown once there is a charge.</p>}
        <div className="stack codes">
          <Code fields={fields} applied={applied} name="discount_code" label="Discount code" />
          {applied.discount && <p className="quiet">{discountText(applied.discount)}</p>}
          <Code fields={fields} applied={applied} name="gift_cert_serial" label="Gift certificate" />
          {applied.certificate && (
            <p className="quiet">
              {applied.certificate.serial}: {formatMoney(applied.certificate.raw_balance)} available
            </p>
          )}
          {applied.message && (
            <p className="alert" data-tone="waiting" role="alert">
              {applied.message}
            </p>
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
          <button
            type="button"
            className="btn book"
            data-look="go"
            // Not `disabled`: who books by keys keeps their place.
            aria-disabled={isBusy || applied.isAsking}
            onClick={() => {
              if (!isBusy && !applied.isAsking) void book.book(totals.total);
            }}
          >
            {book.isWorking ? 'Booking…' : charge > 0 ? `Book · ${formatMoney(totals.total)}` : 'Book'}
          </button>
        </div>
      </Panel>
    </div>
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
  applied: Applied;
  name: 'discount_code' | 'gift_cert_serial';
  label: string;
};

function Code({ fields, applied, name, label }: CodeProps) {
  const typed = fields.field(name);
  const error = typed.error ?? applied.errors[name]?.join(', ');
  const isApplied = applied.codes[name] === typed.value.trim();
  return (
    <form
      className="with-button"
      onSubmit={(event) => {
        event.preventDefault();
        applied.apply(name);
        if (typed.error) typed.change(typed.value);
      }}
    >
      <TextInput label={label} maxLength={60} {...typed} error={error} />
      <button
        type="submit"
        className="btn"
        aria-label={`Apply ${label.toLowerCase()}`}
        disabled={applied.isAsking || (isApplied && typed.value === '')}
      >
        Apply
      </button>
    </form>
  );
}

type AppliedDiscount = NonNullable<Applied['discount']>;
const discountText = ({ code, is_dollars, amount, raw_amount }: AppliedDiscount): string =>
  `${code}: ${is_dollars ? formatMoney(raw_amount) : `${Number(amount)} %`} off`;
