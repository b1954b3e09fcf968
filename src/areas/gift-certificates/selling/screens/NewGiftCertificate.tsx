import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { formatMoney } from '../../../../contract/money.ts';
import { percentOfCents } from '../../../../contract/money/percent.ts';
import { WaitProgress, type WaitPhase } from '../../../../web/busy/WaitProgress.tsx';
import { Button } from '../../../../web/components/Button.tsx';
import { YesNoChoice } from '../../../../web/inputs/YesNoChoice.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { TextArea } from '../../../../web/inputs/TextArea.tsx';
import { TextInput } from '../../../../web/inputs/TextInput.tsx';
import { MoneyInput } from '../../../../web/inputs/typed/MoneyInput.tsx';
import { askToConfirm } from '../../../../web/leaving/ask.ts';
import { sendCall } from '../../../../web/sending/send.ts';
import { PageHead } from '../../../../web/shell/pages/PageHead.tsx';
import { CourseSelect } from '../../../course-choice/CourseSelect.tsx';
import { CustomerDialog } from '../../../customers/CustomerDialog.tsx';
import { customers } from '../../../customers/customers.contract.ts';
import { unsavedNameText } from '../../../customers/duplicates/stored-name.rules.ts';
import { useCustomerMatch } from '../../../customers/duplicates/useCustomerMatch.ts';
import { CardFields } from '../../../payments/card/CardFields.tsx';
import { useCardEntry } from '../../../payments/card/useCardEntry.ts';
import { giftCertificates } from '../../gift-certificates.contract.ts';
import { salePrice } from '../sale.rules.ts';
import { typedCertificateValue } from '../sale-form.rules.ts';
import { SaleOutcome } from './SaleOutcome.tsx';
import './selling.css';
import { useSaleForm, type SaleFields } from './useSaleForm.ts';
import { useCertificateSale } from './useCertificateSale.ts';

const SELL_ID = 'sell';
const FIRST_FIELD = 'field-customer.first_name';
const FULL = 10_000;
const ASKING_GATEWAY: WaitPhase[] = [
  { from: 3, says: 'Asking the gateway' },
  // The first request to the gateway has ended by then (PAYMENT_TRY_MS).
  { from: 10, says: 'The payment gateway has not answered yet; RIC keeps asking. Do not sell it again' },
];
const CLEAR = { question: 'Clear?', detail: 'Your changes will be discarded.', verb: 'Clear', danger: true };

/** Sells a gift certificate to a caller: purchaser, recipient, value and price, and the card that pays. */
export function NewGiftCertificate() {
  const fields = useSaleForm();
  const card = useCardEntry(fields.form);
  const sales = useQuery({
    queryKey: ['sale configuration'],
    queryFn: () => sendCall(giftCertificates.sales, {}),
  });
  const discount = sales.data ? Math.round(sales.data.discount * 100) : null;
  const value = typedCertificateValue(fields.form);
  const price = value === null || discount === null ? null : salePrice(value, discount);
  const selling = useCertificateSale({ fields, card, price: discount === FULL ? 0 : price });
  const { sold, isBusy, isWorking } = selling;
  useEffect(() => {
    // The focus goes to the first field when the form is shown again for another sale.
    if (!sold) document.getElementById(FIRST_FIELD)?.focus();
  }, [sold]);
  useSellKey(() => void selling.sell());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void selling.sell();
  };
  const clear = async (): Promise<void> => {
    if ((fields.isTyped || card.isTyped()) && !(await askToConfirm(CLEAR))) return;
    card.clear();
    fields.reset();
  };
  return (
    <div className="selling">
      <PageHead
        title="New Gift Certificate"
        line="It is there once the card has paid it."
        actions={
          !sold && (
            <Button look="quiet" onClick={() => void clear()}>
              Clear
            </Button>
          )
        }
      />
      <SaleOutcome selling={selling} errors={fields.errors} />
      {sales.error && <ErrorBox error={sales.error} retry={() => void sales.refetch()} />}
      {!sold && (
        <form className="selling-form" onSubmit={submit} noValidate>
          <div className="selling-column">
            <PersonBox fields={fields} side="customer" />
            <PersonBox fields={fields} side="recipient" />
          </div>
          <div className="selling-column">
            <GiftBox fields={fields} />
          </div>
          <div className="selling-column">
            <Box title="Price">
              <Priced value={value} price={price} discount={discount} />
            </Box>
            {discount !== FULL && (
              <Box title="Card">
                <CardFields fields={fields} card={card} isNeeded />
              </Box>
            )}
            <Button id={SELL_ID} type="submit" look="go" aria-disabled={isBusy || undefined}>
              {isWorking ? 'Please wait...' : verbOf(price)}
            </Button>
            <WaitProgress isUnderWay={isWorking} phases={ASKING_GATEWAY} />
          </div>
        </form>
      )}
    </div>
  );
}

function verbOf(price: number | null): string {
  if (price === null) return 'Sell';
  return price === 0 ? 'Sell without a charge' : `Sell and charge ${formatMoney(price)}`;
}

/** Sells on Ctrl+Enter from anywhere on the screen. */
function useSellKey(sell: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      const button = document.getElementById(SELL_ID);
      if (!isKey || !button || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      // Some fields are read on blur, so the focus leaves them before the sale is sent.
      button.focus();
      setTimeout(() => button.click());
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [sell]);
}

function Box({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <h2 className="selling-title">{title}</h2>
      <div className="pad stack">{children}</div>
    </section>
  );
}

type Amounts = { value: number | null; price: number | null; discount: number | null };

/** Shows the value of the gift certificate, the discount and the price. */
function Priced({ value, price, discount }: Amounts) {
  const off = value !== null && discount ? percentOfCents(value, discount) : 0;
  const formatted = (cents: number | null): string => (cents === null ? '–' : formatMoney(cents));
  return (
    <dl className="selling-price" aria-live="polite">
      <dt>Value</dt>
      <dd>{formatted(value)}</dd>
      {discount !== null && discount > 0 && (
        <>
          <dt>Discount of {discount / 100} %</dt>
          <dd>{value === null ? '–' : formatMoney(-off)}</dd>
        </>
      )}
      <dt className="selling-total">Price</dt>
      <dd className="selling-total">{formatted(price)}</dd>
    </dl>
  );
}

const SIDES = {
  customer: { title: 'Purchaser', find: 'Choose the purchaser', type: 'Customer' },
  recipient: { title: 'Recipient', find: 'Choose the recipient', type: 'GiftCertificateRecipient' },
} as const;
type Side = keyof typeof SIDES;

/** Asks for the purchaser or the recipient, who is typed or found among the known customers. */
function PersonBox({ fields, side }: { fields: SaleFields; side: Side }) {
  const [isFinding, find] = useState(false);
  const { field, form, set } = fields;
  const { title, type, find: finding } = SIDES[side];
  async function choose(id: number): Promise<void> {
    const { first_name, last_name, email, ...known } = await sendCall(customers.show, { params: { id } });
    const person = {
      first_name,
      last_name,
      email,
      postcode: known.postcode ?? '',
      primary_phone: known.primary_phone ?? '',
    };
    set(side === 'customer' ? { customer: person } : { recipient: person });
  }
  const copy = (): void => set({ recipient: form.customer });
  return (
    <Box title={title}>
      <div className="row selling-find">
        <Button onClick={() => find(true)} aria-label={finding}>
          Find
        </Button>
        {side === 'recipient' && (
          <Button onClick={copy} disabled={form.customer.first_name + form.customer.email === ''}>
            Same as the purchaser
          </Button>
        )}
      </div>
      <div className="grid6">
        <div className="w3">
          <TextInput label="First name" {...field(`${side}.first_name`)} />
        </div>
        <div className="w3">
          <TextInput label="Last name" {...field(`${side}.last_name`)} />
        </div>
        <div className="w6">
          <TextInput label="Email address" type="email" {...field(`${side}.email`)} />
        </div>
        {side === 'customer' && (
          <div className="w6">
            <UnsavedName typed={form.customer} />
            <TextInput label="Phone" type="tel" {...field('customer.primary_phone')} />
          </div>
        )}
      </div>
      {isFinding && <CustomerDialog title={finding} type={type} choose={choose} close={() => find(false)} />}
    </Box>
  );
}

/** Says that the typed name is not saved if the e-mail belongs to a known customer. */
function UnsavedName({ typed }: { typed: SaleFields['form']['customer'] }) {
  const [email] = useDebouncedValue(typed.email, 250);
  const { known } = useCustomerMatch(email, email === typed.email);
  return <p aria-live="polite">{unsavedNameText(typed, known ?? null)}</p>;
}

function GiftBox({ fields: { field, form } }: { fields: SaleFields }) {
  return (
    <Box title="Gift certificate">
      <MoneyInput label="Value" placeholder="$100.00" {...field('value')} />
      <CourseSelect label="Course" clearable placeholder="Any course" which="internal" {...field('course')} />
      <YesNoChoice label="Delivery Method" yes="Email" no="Mail" {...field('email_delivery')} />
      {!form.email_delivery && (
        <>
          <YesNoChoice label="Mail Method" yes="Recipient" no="Purchaser" {...field('mail_recipient')} />
          <p className="quiet">It is printed and mailed by you: only the receipt goes out by e-mail.</p>
        </>
      )}
      <TextInput label="From (salutation)" {...field('who_from')} />
      <TextArea label="Greeting" {...field('greeting')} />
      <TextArea label="Internal Memo" rows={2} {...field('internal_memo')} />
    </Box>
  );
}
