import { useEffect, useState } from 'react';
import { askToConfirm } from '../../web/leaving/ask.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { useSession } from '../../web/sending/session.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './booking.css';
import { ClaimStrip } from '../claims/ClaimStrip.tsx';
import { useClaim } from '../claims/useClaim.ts';
import { CallerBox } from './customer/CallerBox.tsx';
import type { CallerSearch } from './customer/useCallerSearch.ts';
import { CardPanel } from './card/CardPanel.tsx';
import { useCardEntry } from '../payments/card/useCardEntry.ts';
import { CustomerPanel } from './customer/CustomerPanel.tsx';
import { typedChargeCents, chosenCourseId, type BookingForm } from './form/form.rules.ts';
import { useBookingForm } from './form/useBookingForm.ts';
import { focusFirstEmptyField, useBookKey, useFocusAtOpening } from './form/useFocusNext.ts';
import { useBookingPrefill, type BookingPrefill } from './form/useBookingPrefill.ts';
import { BookingOutcome } from './BookingOutcome.tsx';
import { bookingTotals } from './price/price.rules.ts';
import { PricePanel } from './price/PricePanel.tsx';
import { useAppliedCodes } from './price/useAppliedCodes.ts';
import { ClubsPanel, useClubs } from './round/ClubsPanel.tsx';
import { DealPanel } from './round/DealPanel.tsx';
import { RatePanel, useBookingRate } from './round/RatePanel.tsx';
import { RoundPanel } from './round/RoundPanel.tsx';
import { useChargeSuggestion } from './round/useChargeSuggestion.ts';
import { useNameQuestion } from './questions/useNameQuestion.ts';
import { useRoundQuestions } from './questions/useRoundQuestions.ts';
import { useBooking } from './useBooking.ts';
import { unusualChargeQuestion } from '../tee-times/changing/unusual-charge.rules.ts';
import { useInstallation } from '../installation/useInstallation.ts';
import { useWaitForThis } from './useWaitForThis.ts';
import { WaitDialog, WaitingNotice } from '../wait-list/new-lead/WaitDialog.tsx';
import { Button } from '../../web/components/Button.tsx';

/** Shows the booking engine, remounted for each prefilled booking, so that nothing of the previous booking remains. */
export function BookingEngine() {
  const prefill = useBookingPrefill();
  return <Engine key={prefill.key} prefill={prefill} />;
}

const CLEAR = { question: 'Clear?', detail: 'Your changes will be discarded.', verb: 'Clear', danger: true };

/** Goes back to the screen that the booking was opened from; the first screen of a browser tab has none before it. */
const goBack = (isFirst: boolean): void => {
  if (isFirst) window.history.back();
};

function Engine({ prefill }: { prefill: BookingPrefill }) {
  const { name } = useSession();
  const fields = useBookingForm(prefill);
  const [callerSearch, askCaller] = useState<CallerSearch>(null);
  const { form } = fields;
  const rate = useBookingRate(form);
  const settings = useInstallation();
  const suggestion = useChargeSuggestion(fields, rate);
  const clubs = useClubs(chosenCourseId(form));
  const applied = useAppliedCodes(form);
  const totals = bookingTotals({
    chargeCents: typedChargeCents(form),
    clubs: (clubs.data ?? []).map((club) => ({ ...club, quantity: form.quantities[club.id] ?? 0 })),
    discount: applied.discount,
    certificateBalanceCents: applied.certificate?.raw_balance ?? 0,
  });
  const card = useCardEntry(form);
  const startAgain = (next: Partial<BookingForm>): BookingForm => {
    card.clear();
    applied.reset();
    return fields.reset(next);
  };
  const waiting = useWaitForThis(fields, () => focusFirstEmptyField(startAgain({})));
  const ofRound = useRoundQuestions(form);
  const ofName = useNameQuestion(form);
  const claim = useClaim({ doing: 'booking', subjects: fields.opening.subjects, giveUp: goBack });
  const book = useBooking({
    fields,
    card,
    applied,
    questions: (isRepeat) =>
      [
        unusualChargeQuestion({
          charge: totals.charge,
          suggested: suggestion.suggested,
          askedFrom: settings.data?.raw_large_charge ?? null,
        }),
        ...ofRound.questions(isRepeat),
        ofName.question,
        claim.question(),
      ].filter((question) => question !== null),
    total: totals.total,
    isPricing:
      applied.isAsking ||
      suggestion.isSettling ||
      ofRound.isLoading ||
      ofName.isLoading ||
      settings.isLoading,
    onConfirmed: () => void (claim.question() && claim.goOn()),
    onBooked: () => {
      waiting.forget();
      startAgain({});
    },
  });
  const isBooked = book.booked !== null;
  useEffect(() => {
    if (isBooked) claim.leave();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is booked
  }, [isBooked]);
  useFocusAtOpening(fields.isOpen, form);
  const clear = async (): Promise<void> => {
    if ((fields.isTyped || card.isTyped()) && !(await askToConfirm(CLEAR))) return;
    book.clear();
    claim.leave();
    waiting.forget();
    focusFirstEmptyField(startAgain({}));
  };
  useBookKey(book.book);
  return (
    <div className="booking">
      <PageHead
        title="Welcome to the Internal Booking Engine"
        line={`Hello, ${name}.`}
        actions={
          <Button look="quiet" onClick={() => void clear()}>
            Clear
          </Button>
        }
      />
      <CallerBox fields={fields} search={callerSearch} />
      <ClaimStrip claim={claim} />
      <BookingOutcome
        book={book}
        errors={{ ...fields.errors, ...applied.refusals }}
        next={() => focusFirstEmptyField(form)}
        again={(customer) => focusFirstEmptyField(startAgain({ customer, deal_query: customer.email }))}
      />
      {waiting.waited && <WaitingNotice waited={waiting.waited} />}
      {waiting.round && (
        <WaitDialog
          round={waiting.round}
          customer={form.customer}
          card={card}
          close={waiting.close}
          done={waiting.done}
        />
      )}
      <div className="desk">
        <div className="desk-col">
          <RoundPanel fields={fields} suggestion={suggestion} />
          <RatePanel rate={rate} />
        </div>
        <div className="desk-col">
          <CustomerPanel fields={fields} askCaller={(text) => askCaller({ text })} />
          <CardPanel fields={fields} card={card} />
          <DealPanel fields={fields} />
        </div>
        <div className="desk-wide">
          <ClubsPanel fields={fields} clubs={clubs} />
        </div>
        <PricePanel fields={fields} applied={applied} totals={totals} book={book} wait={waiting.open} />
      </div>
      <p className="quiet way-on">
        <ScreenLink to="/manage-tee-times">All tee times</ScreenLink>
      </p>
    </div>
  );
}
