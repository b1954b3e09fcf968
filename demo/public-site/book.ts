import { randomUUID } from 'node:crypto';
import { alert, cardIn, cardPlace, field, hidden, partsOf, personFields, priceTable } from './forms.ts';
import { html, type Html } from './html.ts';
import {
  dayText,
  golfers,
  linkTo,
  onward,
  page,
  refusalIn,
  sendForm,
  text,
  wordsFor,
  type Answer,
  type Visit,
} from './page.ts';
import { Refused, type Booking, type OpenTime, type Price, type Quote } from './ric.ts';

/**
 * Returns the booking that this browser made with the form at this address: its page, and the key of the form. The browser
 * stores both, because the form's address, with its key, may be shown to others.
 */
function ownBooking({ kept }: Visit) {
  const [seal = '', key] = kept.split('/');
  return seal !== '' && { to: `/booked/${seal}`, key };
}

/** Shows the booking form of a tee time; if the form at this address has already booked, leads to its booking. */
export async function roundPage(visit: Visit): Promise<Answer> {
  const own = ownBooking(visit);
  const isSent = own && own.key === encodeURIComponent(text(visit, 'key'));
  return isSent ? { to: onward(visit, own.to) } : bookingPage(visit);
}

/** Shows the booking form of a tee time, with its price; also after a code was typed, and after an error from RIC. */
export async function bookingPage(visit: Visit): Promise<Answer> {
  const { open_time_id, players, ...codes } = roundOf(visit);
  try {
    return bookingForm(visit, await visit.ric.quote({ open_time_id, players, ...codes }));
  } catch (error) {
    const wrong = refusalIn(error);
    if (!Object.keys(codes).some((name) => name in wrong.fields)) return gonePage(visit, wrong);
    const plain = await visit.ric.quote({ open_time_id, players });
    return bookingForm({ ...visit, wrong: visit.wrong ?? wrong }, plain);
  }
}

const roundOf = (visit: Visit) => ({
  open_time_id: Number(visit.rest),
  players: Number(text(visit, 'players')),
  discount_code: text(visit, 'discount_code'),
  gift_cert_serial: text(visit, 'gift_cert_serial'),
});

function gonePage(visit: Visit, wrong: Refused): Html {
  const own = ownBooking(visit);
  return page(
    visit,
    'This time is gone',
    html`<p class="alert" role="alert">
        ${wrong.code === 'invalid' ? 'There is no such time for such a party.' : wordsFor(wrong)}
      </p>
      ${own && html`<p>You booked here before: <a href="${onward(visit, own.to)}">see your booking</a>.</p>`}
      <p><a href="${linkTo(visit, '/golf_courses')}">Look for another one</a></p>`,
  );
}

const facts = ({ course_name, play_date, play_time }: OpenTime | Booking, players: number): Html =>
  html`<p><b>${course_name}</b><br />${dayText(play_date)} at ${play_time}, ${golfers(players)}</p>`;

const priceLines = ({ charge, discount, gift_certificate, total }: Price): Html =>
  priceTable(
    [
      ['Round', `$${charge}`],
      ['Discount', `−$${discount}`],
      ['Gift certificate', `−$${gift_certificate}`],
      ['Total', `$${total}`],
    ].filter(([, amount]) => amount !== '−$0.00'),
  );

// The least amount in cents that RIC charges to a card; a smaller amount is owed to the office.
const LEAST_CHARGE = 50;

function payPlace(visit: Visit, { raw_total, total }: Quote['price']): Html {
  if (raw_total === 0) return html`<p>There is nothing left to pay.</p>`;
  if (raw_total >= LEAST_CHARGE) return cardPlace(visit);
  return html`<p>$${total} is too little for a card: you pay it later.</p>`;
}

function bookingForm(visit: Visit, { open_time, players, price }: Quote): Html {
  const sent = { key: text(visit, 'key'), agent_email: text(visit, 'agent_email') };
  const form = html`<form method="post" action="/book/${open_time.id}" class="columns">
    ${hidden({ ...sent, players, shown_total: price.raw_total })}
    <div>
      <fieldset>
        <legend>Who plays</legend>
        ${personFields(visit, 'customer', html`type="tel"`)}
      </fieldset>
      ${payPlace(visit, price)}
    </div>
    <aside class="box">
      ${priceLines(price)} ${field(visit, 'discount_code', 'Discount code')}
      ${field(visit, 'gift_cert_serial', 'Gift certificate')}
      <button class="quiet" name="apply" value="1" formnovalidate>Apply</button>
      <button data-pays>Book for $${price.total}</button>
    </aside>
  </form>`;
  return page(visit, 'Book this round', html`${facts(open_time, players)} ${alert(visit, form)} ${form}`);
}

export async function book(visit: Visit): Promise<Answer> {
  if (text(visit, 'apply') !== '') return bookingPage(visit);
  const booking = {
    ...roundOf(visit),
    customer: partsOf(visit, 'customer'),
    shown_total: Number(text(visit, 'shown_total')),
    agent_email: text(visit, 'agent_email'),
    ...cardIn(visit),
  };
  return sendForm(visit, bookingPage, async (key) => {
    const { id } = await visit.ric.book(booking, key);
    const seal = visit.seal(id);
    return {
      to: onward(visit, `/booked/${seal}`),
      kept: `${seal}/${encodeURIComponent(text(visit, 'key'))}`,
    };
  });
}

/** Returns the id of the booking in the page's address, after checking its signature. */
function bookingIn({ rest, seal }: Visit): number {
  const id = Number.parseInt(rest, 10);
  if (seal(id) !== rest) throw new Refused('not_found', 'There is nothing here.');
  return id;
}

/** Shows the current state of a booking to the person who made it. */
export async function bookedPage(visit: Visit): Promise<Answer> {
  const booking = await visit.ric.booking(bookingIn(visit));
  const { id, status, players, price } = booking;
  const { wrong } = visit;
  return page(
    visit,
    status === 'canceled' ? 'Your round is canceled' : 'Your round is booked',
    html`${wrong && html`<p class="alert" role="alert">${wordsFor(wrong)}</p>`}
      <div class="box">${facts(booking, players)} ${priceLines(price)}</div>
      <p>Your reference is <b>${id}</b>. We sent you a receipt.</p>
      ${wayOut(visit, booking)}`,
  );
}

function wayOut(visit: Visit, { status, refunded }: Booking & { refunded: string }): Html {
  if (status === 'canceled') return html`<p>$${refunded} went back to you.</p>`;
  return html`<form method="post">
    ${hidden({ key: randomUUID(), agent_email: text(visit, 'agent_email') })}
    <button class="quiet">Cancel this round</button>
  </form>`;
}

export const cancel = (visit: Visit): Promise<Answer> =>
  sendForm(visit, bookedPage, async (key) => {
    await visit.ric.cancel(bookingIn(visit), key);
    return { to: onward(visit, visit.path) };
  });
