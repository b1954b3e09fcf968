import { Radio } from '@mantine/core';
import { useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import { formatMoney } from '../../../../contract/money.ts';
import { WaitProgress, type WaitPhase } from '../../../../web/busy/WaitProgress.tsx';
import { Alert } from '../../../../web/components/Alert.tsx';
import { Button } from '../../../../web/components/Button.tsx';
import { Dialog } from '../../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import type { FormFieldProps } from '../../../../web/inputs/fields.ts';
import '../../../../web/inputs/inputs.ts';
import { DateInput } from '../../../../web/inputs/typed/DateInput.tsx';
import { NumberInput } from '../../../../web/inputs/typed/NumberInput.tsx';
import { TimeInput } from '../../../../web/inputs/typed/TimeInput.tsx';
import { useDialogClose } from '../../../../web/leaving/useDialogClose.ts';
import { FieldErrors } from '../../../../web/sending/send.ts';
import { CourseSelect } from '../../../course-choice/CourseSelect.tsx';
import { CardFields } from '../../../payments/card/CardFields.tsx';
import { isTooSmallForCard, smallDifferenceText } from '../../../payments/refused/least-charge.rules.ts';
import { useCardEntry, type CardEntry, type CardForm } from '../../../payments/card/useCardEntry.ts';
import type { TeeTime } from '../../tee-times.contract.ts';
import type { ChangeQuote } from '../round-changes.contract.ts';
import { PriceDifference, QuoteTable } from './QuoteTable.tsx';
import { confirmChange, useRoundChange } from './useRoundChange.ts';
import { initialChangeForm, missingFieldErrors, useChangeQuote, type ChangeForm } from './useChangeQuote.ts';
import './change.css';

type Props = {
  teeTime: TeeTime;
  /** `isDone`: the tee time was changed. */
  close: (isDone: boolean) => void;
};

/** Focuses the button, so that the focus stays in the dialog when the form is replaced. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Changes party, day, time or course of a booked tee time. Shows the new price and how the difference is settled. */
export function ChangeRoundDialog({ teeTime, close }: Props) {
  const change = useRoundChange(teeTime.id);
  // The form's state is kept here, because the form is not shown while an outcome is awaited.
  const [form, setForm] = useState(() => initialChangeForm(teeTime));
  const mayClose = useDialogClose(() => close(change.done !== null), change.isWorking);
  return (
    <Dialog title="Change Round" close={mayClose} size={620}>
      {change.done && (
        <>
          <Alert tone={change.isEarlier ? 'waiting' : 'good'} role="status">
            {change.done} {change.isEarlier && 'What the form below asks for is not done yet.'}
          </Alert>
          <div className="row">
            <Button className="push" ref={takeFocus} onClick={mayClose}>
              Close
            </Button>
          </div>
        </>
      )}
      {change.pending && (
        <Alert tone="waiting" role="alert">
          <strong>{change.pending.message}</strong> This dialog will show the outcome.
        </Alert>
      )}
      {!change.pending && (!change.done || change.isEarlier) && (
        <ChangeOf teeTime={teeTime} change={change} form={form} setForm={setForm} />
      )}
    </Dialog>
  );
}

type ChangeOfProps = {
  teeTime: TeeTime;
  change: ReturnType<typeof useRoundChange>;
  form: ChangeForm;
  setForm: Dispatch<SetStateAction<ChangeForm>>;
};

function ChangeOf({ teeTime, change, form, setForm }: ChangeOfProps) {
  const { quote, round, isAsking, isBehind } = useChangeQuote(teeTime, form);
  const card = useCardEntry(form);
  const errors = { ...missingFieldErrors(form), ...errorsOf(quote.error), ...errorsOf(change.error) };
  const set: Part['set'] = (next) => {
    setForm((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }));
    if (change.error) change.forget();
  };
  const shown = quote.data;
  const { settles, charges, asksCard, refunds } = settledBy(shown, form);
  const hasCard = charges && isCharged(card, shown);
  const isIdle = change.isWorking || isAsking || !round || !shown?.after || quote.error !== null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isIdle || !(await confirmChange(shown, { charges, hasCard }))) return;
    const { raw_difference: shown_difference, updated_at } = shown;
    const [customer = { first_name: '', last_name: '' }] = teeTime.customer;
    void change.change(
      { ...round, shown_difference, updated_at, difference: settles ? 'settle' : 'keep' },
      async () => (hasCard ? card.read(customer) : null),
    );
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <RoundFields form={form} set={set} errors={errors} />
      {quote.error && !(quote.error instanceof FieldErrors) && (
        <ErrorBox error={quote.error} retry={() => void quote.refetch()} />
      )}
      {shown && (
        <div className="stack quoted" aria-busy={isBehind}>
          <Quoted quote={shown} form={form} set={set} />
        </div>
      )}
      {charges && shown && (
        <CardPart form={form} set={set} errors={errors} card={card} cents={shown.raw_difference} />
      )}
      <Refused error={change.error} hasCardFields={asksCard} />
      <div className="row">
        <Button type="submit" look="go" className="push" aria-disabled={isIdle || undefined}>
          {change.isWorking ? 'Please wait...' : verbOf(shown, { settles, hasCard })}
        </Button>
      </div>
      <WaitProgress isUnderWay={change.isWorking} phases={phasesOf(charges, hasCard, refunds)} />
    </form>
  );
}

const ASKING_GATEWAY: WaitPhase[] = [
  { from: 3, says: 'Asking the gateway' },
  // The first request to the gateway has ended by then (PAYMENT_TRY_MS).
  { from: 10, says: 'The payment gateway has not answered yet; RIC keeps asking. Do not change it again' },
];
const CHANGING: WaitPhase[] = [
  { from: 3, says: 'Changing' },
  { from: 10, says: 'This is taking longer than usual. Do not change it again' },
];

const phasesOf = (charges: boolean, hasCard: boolean, refunds: boolean): WaitPhase[] =>
  (charges ? hasCard : refunds) ? ASKING_GATEWAY : CHANGING;

/** Returns true if the typed card is charged; a small difference goes on account instead. */
const isCharged = (card: CardEntry, quote: ChangeQuote | undefined): boolean =>
  card.isTyped() && !isTooSmallForCard(quote?.raw_difference ?? 0);

const errorsOf = (error: Error | null): Record<string, string[]> =>
  error instanceof FieldErrors ? error.errors : {};

/**
 * Shows the errors that belong to no visible field, including those of a card whose fields are gone after its charge
 * failed.
 */
function Refused({ error, hasCardFields }: { error: Error | null; hasCardFields: boolean }) {
  if (!error) return null;
  const { shown_difference, charge, 'credit_card.number': card } = errorsOf(error);
  const messages = shown_difference ?? charge ?? (hasCardFields ? undefined : card);
  if (error instanceof FieldErrors && !messages) return null;
  return (
    <Alert tone="danger" role="alert">
      {messages?.join(' ') ?? error.message}
    </Alert>
  );
}

/** Returns true or false for each of: the difference is settled, a card is charged for it, a card is refunded. */
function settledBy(quote: ChangeQuote | undefined, { difference }: ChangeForm) {
  if (!quote?.after) return { settles: true, charges: false, asksCard: false, refunds: false };
  const settles = quote.raw_difference === 0 || (difference === 'settle' && !quote.settle_refusal);
  const charges = settles && quote.raw_difference > 0;
  return {
    settles,
    charges,
    asksCard: charges && !isTooSmallForCard(quote.raw_difference),
    refunds: settles && quote.back.some(({ to }) => to === 'card'),
  };
}

/** Returns the label of the button: `Change and charge $82.00`. */
function verbOf(
  quote: ChangeQuote | undefined,
  { settles, hasCard }: { settles: boolean; hasCard: boolean },
): string {
  const difference = quote?.after ? quote.raw_difference : 0;
  if (difference === 0) return 'Change';
  if (!settles) return 'Change, keep the price';
  if (difference < 0) return `Change, ${formatMoney(-difference)} back`;
  const amount = formatMoney(difference);
  return hasCard ? `Change and charge ${amount}` : `Change, ${amount} on account`;
}

type Part = {
  form: ChangeForm;
  set: (next: Partial<ChangeForm> | ((before: ChangeForm) => Partial<ChangeForm>)) => void;
  errors: Record<string, string[]>;
};

/** Asks for the card to charge, unless the difference goes on account. */
const CardPart = ({ card, cents, ...part }: Part & { card: CardEntry; cents: number }) =>
  isTooSmallForCard(cents) ? (
    <p className="quiet">{smallDifferenceText(cents)}</p>
  ) : (
    <section className="stack" aria-label="Card">
      <CardFields fields={cardForm(part)} card={card} />
      {!card.isTyped() && <p className="quiet">Without a card {formatMoney(cents)} goes on account.</p>}
    </section>
  );

const cardForm = ({ form, set, errors }: Part): CardForm => ({
  field: (name) => ({
    name,
    value: form.credit_card[keyOf(name)],
    error: errors[name]?.join(', '),
    readOnly: false,
    change: (value) => set(({ credit_card }) => ({ credit_card: { ...credit_card, [keyOf(name)]: value } })),
  }),
  forget: () => set({}),
});
const CARD = 'credit_card.';
const keyOf = (name: string): keyof ChangeForm['credit_card'] => {
  const key = name.slice(CARD.length);
  return key === 'expmo' || key === 'expyr' || key === 'cvv' ? key : 'number';
};

function RoundFields({ form, set, errors }: Part) {
  function field<N extends 'course' | 'play_date' | 'play_time' | 'players'>(
    name: N,
  ): FormFieldProps<ChangeForm[N]> {
    return {
      // The prefix is needed because the tee time's own form, below the dialog, has fields of the same names.
      name: `changed.${name}`,
      value: form[name],
      error: errors[name]?.join(', '),
      readOnly: false,
      change: (value: ChangeForm[N]) => set({ [name]: value }),
    };
  }
  const refusal = [...(errors['golf_rate'] ?? []), ...(errors['terms'] ?? [])].join(', ');
  return (
    <>
      <div className="grid6">
        <div className="w6">
          <CourseSelect label="Course" which="internal" {...field('course')} />
        </div>
        <div className="w6 change-when">
          <DateInput label="Play Date" {...field('play_date')} />
          <TimeInput label="Play Time (24-Hour)" {...field('play_time')} />
          <NumberInput label="Players" {...field('players')} />
        </div>
      </div>
      <Radio.Group
        label="Price"
        value={form.terms}
        error={refusal || undefined}
        onChange={(terms) => set({ terms: terms === 'frozen' ? 'frozen' : 'today' })}
      >
        <div className="row either">
          <Radio value="today" label="By the rates of today" />
          <Radio value="frozen" label="As each player paid when it was booked" />
        </div>
      </Radio.Group>
    </>
  );
}

type QuotedProps = Omit<Part, 'errors'> & { quote: ChangeQuote };

/** Shows the price of the changed tee time, and the choice of how to settle the difference. */
function Quoted({ quote, form, set }: QuotedProps) {
  const { refusal, before, after, why, warnings, settle_refusal, raw_difference: difference } = quote;
  const keepsPrice = !settledBy(quote, form).settles;
  if (!after)
    return (
      <>
        <QuoteTable before={before} after={null} />
        <p className="quiet" role="status">
          {refusal}
        </p>
      </>
    );
  return (
    <>
      <QuoteTable before={before} after={after} keepsPrice={keepsPrice} />
      {why && <p className="quiet">{why}</p>}
      <div role="status">
        <PriceDifference quote={quote} keepsPrice={keepsPrice} />
      </div>
      {settle_refusal && <Alert tone="waiting">{settle_refusal}</Alert>}
      {warnings.map((warning) => (
        <Alert key={warning} tone="waiting">
          {warning}
        </Alert>
      ))}
      {difference !== 0 && !settle_refusal && (
        <Radio.Group
          label="The difference"
          value={form.difference}
          onChange={(chosen) => set({ difference: chosen === 'keep' ? 'keep' : 'settle' })}
        >
          <div className="row either">
            <Radio value="settle" label={difference > 0 ? 'Is paid' : 'Goes back'} />
            <Radio value="keep" label="Keep the price as it is" />
          </div>
        </Radio.Group>
      )}
    </>
  );
}
