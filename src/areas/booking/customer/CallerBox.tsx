import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatDay } from '../../../contract/dates.ts';
import { formatMoney } from '../../../contract/money.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { deals } from '../../deals/deals.contract.ts';
import type { Caller } from '../../search/search.contract.ts';
import type { BookingFields } from '../form/useBookingForm.ts';
import { useCallerSearch, type CallerSearch } from './useCallerSearch.ts';
import './caller.css';

type Props = { fields: BookingFields; search: CallerSearch };

/**
 * Finds the customer on the phone by whatever they say first: phone number, e-mail, name or confirmation. Enter fills
 * the form.
 */
export function CallerBox({ fields, search }: Props) {
  const listId = useId();
  const { box, typed, at, callers, said, type, take, press, leave } = useCallerSearch(fields, search);
  const chosen = callers[at];
  return (
    <div className="caller">
      <label htmlFor="caller-box">Caller</label>
      <input
        ref={box}
        id="caller-box"
        type="search"
        role="combobox"
        aria-expanded={callers.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
        autoComplete="off"
        maxLength={100}
        placeholder="Phone, e-mail, name or confirmation"
        data-key="c"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <div
        className="caller-found"
        id={listId}
        role="listbox"
        aria-label="Callers"
        hidden={callers.length === 0}
      >
        {callers.map((caller, index) => (
          // The search field above handles the keyboard; a caller's card in the list is only pressed with the mouse.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={caller.id}
            id={`${listId}-${caller.id}`}
            role="option"
            aria-selected={index === at}
            className="caller-hit"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(caller)}
          >
            <Card caller={caller} isChosen={index === at} />
          </div>
        ))}
      </div>
      <p className="caller-said quiet" role="status">
        {said}
      </p>
    </div>
  );
}

/** Shows a found caller: how to reach them, and what staff need to know first. */
function Card({ caller, isChosen }: { caller: Caller; isChosen: boolean }) {
  const { first_name, last_name, email, primary_phone, tee_times, last_course, last_play_date } = caller;
  const { usual_players, raw_certificates, waiting } = caller;
  const known: [string, string][] = [
    ['Bookings', String(tee_times)],
    ['Last', [last_course, last_play_date && formatDay(last_play_date)].filter(Boolean).join(', ')],
    ['Usual party', String(usual_players ?? '')],
    ['Certificates', raw_certificates > 0 ? formatMoney(raw_certificates) : ''],
    ['Waits for', waiting === 0 ? '' : `${waiting} ${waiting === 1 ? 'time' : 'times'}`],
  ];
  return (
    <>
      <div className="caller-hit-who">
        <strong>
          {first_name} {last_name}
        </strong>
        <span className="quiet">{[email, primary_phone].filter(Boolean).join(' · ')}</span>
      </div>
      <dl>
        {known.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {isChosen && email !== '' && <Deals email={email} />}
      </dl>
    </>
  );
}

/**
 * Shows the CRM deals of the highlighted caller. The CRM is queried once the highlight rests for a moment, and may be
 * unavailable.
 */
function Deals({ email }: { email: string }) {
  const [rested] = useDebouncedValue(email, 300);
  const found = useQuery({
    queryKey: ['deals of a caller', rested],
    queryFn: ({ signal }) =>
      sendCall(
        deals.index,
        { query: { dealId: '', course: '', email: rested } },
        { background: true, signal },
      ),
    retry: false,
    staleTime: 60_000,
  });
  const titles = found.data?.deals.map(({ title }) => title) ?? [];
  if (rested !== email || titles.length === 0) return null;
  return (
    <div>
      <dt>Deals</dt>
      <dd>{titles.join(' · ')}</dd>
    </div>
  );
}
