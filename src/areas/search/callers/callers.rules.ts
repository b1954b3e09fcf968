import { formatMoney } from '../../../contract/money.ts';
import type { Caller } from '../search.contract.ts';

/**
 * Describes a customer's card in one line: `12 bookings, last Torrey Pines South, usually 4 players, $80.50 on certificates, waits
 * for 1 time`.
 */
export function callerCardText(caller: Caller): string {
  const { tee_times, last_course, usual_players, raw_certificates, waiting } = caller;
  return [
    tee_times === 1 ? '1 booking' : `${tee_times} bookings`,
    last_course && `last ${last_course}`,
    usual_players && `usually ${usual_players} ${usual_players === 1 ? 'player' : 'players'}`,
    raw_certificates > 0 && `${formatMoney(raw_certificates)} on certificates`,
    waiting > 0 && `waits for ${waiting} ${waiting === 1 ? 'time' : 'times'}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the booking engine's address with a customer filled in. */
export function bookForCustomerAddress({ first_name, last_name, email, postcode }: Caller): string {
  const given = new URLSearchParams({
    providedFirstName: first_name,
    providedLastName: last_name,
    providedEmail: email,
    ...(postcode && { providedPostCode: postcode }),
  });
  return `/ibe?${given.toString()}`;
}
