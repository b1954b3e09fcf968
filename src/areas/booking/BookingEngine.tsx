import { useEffect, useState } from 'react';
import { ask } from '../../web/leaving/ask.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { useSession } from '../../web/sending/session.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './booking.css';
import { ClaimStrip } from '../claims/ClaimStrip.tsx';
import { useClaim } from '../claims/useClaim.ts';
import { CallerBox } from './customer/CallerBox.tsx';
import type { CallerSearch } from './customer/useCaller.ts';
import { CardPanel } from './card/CardPanel.tsx';
import { useCardEntry } from '../payments/card/useCardEntry.ts';
import { CustomerPanel } from './customer/CustomerPanel.tsx';
import { chargeCents, courseOf, type BookingForm } from './form/form.rules.ts';
import { useBookingForm } from './form/useBookingForm.ts';
import { focusNext, useBookKey, useFocusAtOpening } from './form/useFocusNext.ts';
import { usePrefill, type Prefill } from './form/usePrefill.ts';
import { BookingOutcome } from './BookingOutcome.tsx';
import { bookingTotals } from './price/price.rules.ts';
import { PricePanel } from './price/PricePanel.tsx';
import { useApplied } from './price/useApplied.ts';
import { ClubsPanel, useClubs } from './round/ClubsPanel.tsx';
import { DealPanel } from './round/DealPanel.tsx';
import { RatePanel, useRate } from './round/RatePanel.tsx';
import { RoundPanel } from './round/RoundPanel.tsx';
import { useSuggestion } from './round/useSuggestion.ts';
import { useNameQuestion } from './questions/useNameQuestion.ts';
import { useRoundQuestions } from './questions/useRoundQuestions.ts';
import { useBooking } from './useBooking.ts';
import { questionOfCharge } from '../tee-times/changing/unusual-charge.rules.ts';
import { useInstallation } from '../installation/useInstallation.ts';
import { useWaitForThis } from './useWaitForThis.ts';
import { WaitDialog, WaitingNotice } from '../wait-list/new-lead/WaitDialog.tsx';
import { Button } from '../../web/components/Button.tsx';

/** Shows the booking engine, remounted for each prefilled booking, so that nothing of the previous booking remains. */
export function BookingEngine() {
  const prefill = usePrefill();
  return <Engine key={prefill.key} prefill={prefill} />;
}

const CLEAR = { question: 'Clear?', detail: 'Your changes will be discarded.', verb: 'Clear', danger: true };

/** Goes back to the screen that the booking was opened from; the first screen of a browser tab has none before it. */
const goBack = (isFirst: boolean): void => {
  if (isFirst) window.history.back();
};

function Engine({ prefill }: { prefill: Prefill }) {
  const { name } = useSession();
  const fields = useBookingForm(prefill);
  const [callerSearch, askCaller] = useState<CallerSearch>(null);
  const { form } = fields;
  const rate = useRate(form);
  const settings = useInstallation();
  const suggestion = useSuggestion(fields, rate);
  const clubs = useClubs(courseOf(form));
  const applied = useApplied(form);
  const totals = bookingTotals({
    chargeCents: chargeCents(form),
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
  const waiting = useWaitForThis(fields, () => focusNext(startAgain({})));
  const ofRound = useRoundQuestions(form);
  const ofName = useNameQuestion(form);
  const claim = useClaim({ doing: 'booking', subjects: fields.opening.subjects, giveUp: goBack });
  const book = useBooking({
    fields,
    card,
    applied,
    questions: (isRepeat) =>
      [
        questionOfCharge({
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
    if ((fields.isTyped || card.isTyped()) && !(await ask(CLEAR))) return;
    book.clear();
    claim.leave();
    waiting.forget();
    focusNext(startAgain({}));
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
        next={() => focusNext(form)}
        again={(customer) => focusNext(startAgain({ customer, deal_query: customer.email }))}
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
