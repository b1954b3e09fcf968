import { CopyButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDay } from '../../contract/dates.ts';
import { formatMoney } from '../../contract/money.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { FieldErrorSummary } from '../../web/records/form/FieldErrorSummary.tsx';
import { storedCustomerName } from '../customers/duplicates/stored-name.rules.ts';
import { useCustomerMatch } from '../customers/duplicates/useCustomerMatch.ts';
import type { BookingResult } from './booking.contract.ts';
import type { BookingForm } from './form/form.rules.ts';
import type { useBooking } from './useBooking.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { Button } from '../../web/components/Button.tsx';
import { Alert } from '../../web/components/Alert.tsx';

type Props = {
  book: ReturnType<typeof useBooking>;
  /** The validation errors that are still uncorrected, by field. */
  errors: Record<string, string[]>;
  next: () => void;
  again: (customer: BookingForm['customer']) => void;
};

/** Shows and announces the result of the booking, above the form. */
export function BookingOutcome({ book, errors, next, again }: Props) {
  const { booked, customer, isEarlier, isTypedSince, pending, refusal, error } = book;
  const box = useRef<HTMLDivElement>(null);
  const shown = booked ?? pending ?? error;
  useEffect(() => {
    // After a booking the focus goes to the button that begins the next one.
    if (shown) (box.current?.querySelector<HTMLElement>('[data-next]') ?? box.current)?.focus();
  }, [shown]);
  return (
    <div className="outcome" aria-live="assertive" ref={box} tabIndex={-1}>
      {refusal && <FieldErrorSummary sentence={refusal} errors={errors} />}
      {pending && (
        <Alert tone="waiting" role="alert">
          <strong>{pending.message}</strong> This page will show the outcome.
        </Alert>
      )}
      {error && <ErrorBox error={error} />}
      {booked && (
        <Success
          booked={booked}
          customer={customer}
          isEarlier={isEarlier}
          isTypedSince={isTypedSince}
          next={next}
          again={customer && (() => again(customer))}
        />
      )}
    </div>
  );
}

type SuccessProps = {
  booked: BookingResult['tee_time'];
  customer: BookingForm['customer'] | null;
  /** An earlier press of Book made this booking; the form on the screen is another booking. */
  isEarlier: boolean;
  isTypedSince: boolean;
  next: () => void;
  again: (() => void) | null;
};

function Success({ booked, customer, isEarlier, isTypedSince, next, again }: SuccessProps) {
  const { known } = useCustomerMatch(customer?.email ?? '');
  const name = customer && known !== undefined ? storedCustomerName(customer, known) : '';
  return (
    <Alert tone={isEarlier ? 'waiting' : 'good'} role="status">
      <div className="row">
        <strong>{isEarlier ? 'This was your earlier booking' : 'Success'}</strong>
        <span>
          {name !== '' && `${name}: `}
          {booked.course.course_name}, {formatDay(booked.play_date)} {booked.play_time}, {booked.players}{' '}
          {booked.players === 1 ? 'player' : 'players'}, {formatMoney(booked.totals.total)}. Confirmation{' '}
          <b>{booked.confirmation}</b>
        </span>
        <Button data-next onClick={next}>
          Next booking <kbd aria-hidden>Enter</kbd>
        </Button>
        <CopyButton value={booked.confirmation}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
        <ScreenLink to={`/manage-tee-time/${booked.id}`}>View the tee time</ScreenLink>
        {again && !isTypedSince && <Button onClick={again}>Book another for this customer</Button>}
      </div>
      {isTypedSince && (
        <p>
          {isEarlier
            ? 'The booking in the form is not made yet. Press Book again to make it.'
            : 'The form holds what you typed since then. It is not booked yet.'}
        </p>
      )}
    </Alert>
  );
}
