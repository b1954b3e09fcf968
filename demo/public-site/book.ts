import { randomUUID } from 'node:crypto';
import {
  formAlert,
  submittedCard,
  gatewayCardFields,
  labeledField,
  hiddenFields,
  submittedPart,
  personFields,
  priceTable,
} from './forms.ts';
import { html, type SafeHtml } from './html.ts';
import {
  formatLongDay,
  formatGolfers,
  linkWithAgent,
  linkKeepingAgent,
  renderPage,
  rejectionFromRic,
  sendFormOnce,
  submittedText,
  visitorMessage,
  type PageAnswer,
  type PageVisit,
} from './page.ts';
import { RicRejection, type Booking, type OpenTime, type Price, type Quote } from './ric.ts';

/**
 * Returns the booking that this browser made with the form at this address: its page, and the key of the form. The browser
 * stores both, because the form's address, with its key, may be shown to others.
 */
function ownBooking({ kept }: PageVisit) {
  const [seal = '', key] = kept.split('/');
  return seal !== '' && { to: `/booked/${seal}`, key };
}

/** Shows the booking form of a tee time; if the form at this address has already booked, leads to its booking. */
export async function teeTimeFormPage(visit: PageVisit): Promise<PageAnswer> {
  const own = ownBooking(visit);
  const isSent = own && own.key === encodeURIComponent(submittedText(visit, 'key'));
  return isSent ? { to: linkKeepingAgent(visit, own.to) } : bookingPage(visit);
}

/** Shows the booking form of a tee time, with its price; also after a code was typed, and after an error from RIC. */
export async function bookingPage(visit: PageVisit): Promise<PageAnswer> {
  const { open_time_id, players, ...codes } = roundOf(visit);
  try {
    return bookingForm(visit, await visit.ric.quote({ open_time_id, players, ...codes }));
  } catch (error) {
    const wrong = rejectionFromRic(error);
    if (!Object.keys(codes).some((name) => name in wrong.fields)) return gonePage(visit, wrong);
    const plain = await visit.ric.quote({ open_time_id, players });
    return bookingForm({ ...visit, wrong: visit.wrong ?? wrong }, plain);
  }
}

const roundOf = (visit: PageVisit) => ({
  open_time_id: Number(visit.rest),
  players: Number(submittedText(visit, 'players')),
  discount_code: submittedText(visit, 'discount_code'),
  gift_cert_serial: submittedText(visit, 'gift_cert_serial'),
});

function gonePage(visit: PageVisit, wrong: RicRejection): SafeHtml {
  const own = ownBooking(visit);
  return renderPage(
    visit,
    'This time is gone',
    html`<p class="alert" role="alert">
        ${wrong.code === 'invalid' ? 'There is no such time for such a party.' : visitorMessage(wrong)}
      </p>
      ${own && html`<p>You booked here before: <a href="${linkKeepingAgent(visit, own.to)}">see your booking</a>.</p>`}
      <p><a href="${linkWithAgent(visit, '/golf_courses')}">Look for another one</a></p>`,
  );
}

const facts = ({ course_name, play_date, play_time }: OpenTime | Booking, players: number): SafeHtml =>
  html`<p>
    <b>${course_name}</b><br />${formatLongDay(play_date)} at ${play_time}, ${formatGolfers(players)}
  </p>`;

const priceLines = ({ charge, discount, gift_certificate, total }: Price): SafeHtml =>
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

function payPlace(visit: PageVisit, { raw_total, total }: Quote['price']): SafeHtml {
  if (raw_total === 0) return html`<p>There is nothing left to pay.</p>`;
  if (raw_total >= LEAST_CHARGE) return gatewayCardFields(visit);
  return html`<p>$${total} is too little for a card: you pay it later.</p>`;
}

function bookingForm(visit: PageVisit, { open_time, players, price }: Quote): SafeHtml {
  const sent = { key: submittedText(visit, 'key'), agent_email: submittedText(visit, 'agent_email') };
  const form = html`<form method="post" action="/book/${open_time.id}" class="columns">
    ${hiddenFields({ ...sent, players, shown_total: price.raw_total })}
    <div>
      <fieldset>
        <legend>Who plays</legend>
        ${personFields(visit, 'customer', html`type="tel"`)}
      </fieldset>
      ${payPlace(visit, price)}
    </div>
    <aside class="box">
      ${priceLines(price)} ${labeledField(visit, 'discount_code', 'Discount code')}
      ${labeledField(visit, 'gift_cert_serial', 'Gift certificate')}
      <button class="quiet" name="apply" value="1" formnovalidate>Apply</button>
      <button data-pays>Book for $${price.total}</button>
    </aside>
  </form>`;
  return renderPage(
    visit,
    'Book this round',
    html`${facts(open_time, players)} ${formAlert(visit, form)} ${form}`,
  );
}

export async function submitBooking(visit: PageVisit): Promise<PageAnswer> {
  if (submittedText(visit, 'apply') !== '') return bookingPage(visit);
  const booking = {
    ...roundOf(visit),
    customer: submittedPart(visit, 'customer'),
    shown_total: Number(submittedText(visit, 'shown_total')),
    agent_email: submittedText(visit, 'agent_email'),
    ...submittedCard(visit),
  };
  return sendFormOnce(visit, bookingPage, async (key) => {
    const { id } = await visit.ric.book(booking, key);
    const seal = visit.seal(id);
    return {
      to: linkKeepingAgent(visit, `/booked/${seal}`),
      kept: `${seal}/${encodeURIComponent(submittedText(visit, 'key'))}`,
    };
  });
}

/** Returns the id of the booking in the page's address, after checking its signature. */
function bookingIn({ rest, seal }: PageVisit): number {
  const id = Number.parseInt(rest, 10);
  if (seal(id) !== rest) throw new RicRejection('not_found', 'There is nothing here.');
  return id;
}

/** Shows the current state of a booking to the person who made it. */
export async function bookedPage(visit: PageVisit): Promise<PageAnswer> {
  const booking = await visit.ric.booking(bookingIn(visit));
  const { id, status, players, price } = booking;
  const { wrong } = visit;
  return renderPage(
    visit,
    status === 'canceled' ? 'Your round is canceled' : 'Your round is booked',
    html`${wrong && html`<p class="alert" role="alert">${visitorMessage(wrong)}</p>`}
      <div class="box">${facts(booking, players)} ${priceLines(price)}</div>
      <p>Your reference is <b>${id}</b>. We sent you a receipt.</p>
      ${wayOut(visit, booking)}`,
  );
}

function wayOut(visit: PageVisit, { status, refunded }: Booking & { refunded: string }): SafeHtml {
  if (status === 'canceled') return html`<p>$${refunded} went back to you.</p>`;
  return html`<form method="post">
    ${hiddenFields({ key: randomUUID(), agent_email: submittedText(visit, 'agent_email') })}
    <button class="quiet">Cancel this round</button>
  </form>`;
}

export const cancelFromSite = (visit: PageVisit): Promise<PageAnswer> =>
  sendFormOnce(visit, bookedPage, async (key) => {
    await visit.ric.cancel(bookingIn(visit), key);
    return { to: linkKeepingAgent(visit, visit.path) };
  });
