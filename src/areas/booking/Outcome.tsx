import { CopyButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDay } from '../../contract/dates.ts';
import { formatMoney } from '../../contract/money.ts';
import { FieldErrors } from '../../web/send.ts';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import type { Booked } from './booking.contract.ts';
import type { BookingForm } from './form.ts';
import type { useBook } from './useBook.ts';
import { ScreenLink } from '../../web/ScreenLink.tsx';

type Props = { book: ReturnType<typeof useBook>; again: (customer: BookingForm['customer']) => void };

/** What became of the booking, above the form and announced. */
export function Outcome({ book, again }: Props) {
  const { booked, customer, pending, message, error } = book;
  const box = useRef<HTMLDivElement>(null);
  // Fields that are wrong take the focus themselves.
  const said = booked ?? pending ?? (error instanceof FieldErrors ? null : error);
  useEffect(() => {
    if (said) box.current?.focus();
  }, [said]);
  return (
    <div className="outcome" aria-live="assertive" ref={box} tabIndex={-1}>
      {message && (
        <div className="alert" data-tone="danger" role="alert">
          {message}
        </div>
      )}
      {pending && (
        <div className="alert" data-tone="waiting" role="alert">
          <strong>{pending.message}</strong> This page follows it and says what happened.
        </div>
      )}
      {error && (error instanceof FieldErrors ? <Invalid error={error} /> : <ErrorBox error={error} />)}
      {booked && customer && <Success booked={booked} again={() => again(customer)} />}
    </div>
  );
}

function Invalid({ error }: { error: FieldErrors }) {
  return (
    <div className="alert" data-tone="danger" role="alert">
      <strong>{error.message}</strong>
      <ul>
        {Object.entries(error.errors).map(([name, said]) => (
          <li key={name}>
            <a href={`#field-${name}`}>{said.join(', ')}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Success({ booked, again }: { booked: Booked['tee_time']; again: () => void }) {
  return (
    <div className="alert" data-tone="good" role="status">
      <div className="row">
        <strong>Success</strong>
        <span>
          {booked.course.course_name}, {formatDay(booked.play_date)} {booked.play_time}, {booked.players}{' '}
          {booked.players === 1 ? 'player' : 'players'}, {formatMoney(booked.totals.total)}. Confirmation{' '}
          <b>{booked.confirmation}</b>
        </span>
        <CopyButton value={booked.confirmation}>
          {({ copied, copy }) => (
            <button type="button" className="btn" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </button>
          )}
        </CopyButton>
        <ScreenLink to={`/manage-tee-time/${booked.id}`}>View the tee time</ScreenLink>
        <button type="button" className="btn" onClick={again}>
          Book another for this customer
        </button>
      </div>
    </div>
  );
}
