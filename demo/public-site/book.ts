import { randomUUID } from 'node:crypto';
import { html, type Html } from './html.ts';
import {
  alert,
  cardPlace,
  dayText,
  field,
  keyOf,
  linkTo,
  namesOf,
  number,
  page,
  personFields,
  personIn,
  priceTable,
  sendForm,
  text,
  wrongOf,
  type Answer,
  type Visit,
  type Wrong,
} from './page.ts';
import { isPending, type Booking, type OpenTime, type Quote } from './ric.ts';

const SHOWN = [...namesOf('customer'), 'discount_code', 'gift_cert_serial', 'card.token'];

const roundOf = (visit: Visit) => ({
  open_time_id: Number(visit.rest),
  players: number(visit, 'players', 2),
  discount_code: text(visit, 'discount_code'),
  gift_cert_serial: text(visit, 'gift_cert_serial'),
});

/** The form of a round, with its price; also after a code was typed, and after RIC said what is wrong. */
export async function bookingPage(visit: Visit, wrong?: Wrong): Promise<Answer> {
  const round = roundOf(visit);
  try {
    return bookingForm(visit, await visit.ric.quote(round), wrong);
  } catch (error) {
    const said = wrongOf(error);
    const isOfCode = 'discount_code' in said.fields || 'gift_cert_serial' in said.fields;
    if (!isOfCode) return goneTime(visit, said);
    const plain = await visit.ric.quote({ ...round, discount_code: '', gift_cert_serial: '' });
    return bookingForm(visit, plain, wrong ?? said);
  }
}

const goneTime = (visit: Visit, { message, fields }: Wrong): Html =>
  page(visit, {
    title: 'This time is gone',
    body: html`<div class="alert" role="alert">
        <p>${Object.keys(fields).length > 0 ? 'There is no such time for such a party.' : message}</p>
      </div>
      <p><a href="${linkTo(visit, '/golf_courses')}">Look for another one</a></p>`,
  });

const facts = ({ course_name, play_date, play_time }: OpenTime | Booking, players: number): Html =>
  html`<p class="facts">
    <b>${course_name}</b><br />${dayText(play_date)} at ${play_time},
    ${players === 1 ? '1 golfer' : `${players} golfers`}
  </p>`;

function bookingForm(visit: Visit, { open_time, players, price }: Quote, wrong?: Wrong): Html {
  const at = `/book/${open_time.id}`;
  const code = (name: string, label: string) => field(name, label, { value: text(visit, name), wrong });
  return page(visit, {
    title: 'Book this round',
    body: html`${facts(open_time, players)} ${alert(wrong, SHOWN)}
      <form method="post" action="${at}">
        <input type="hidden" name="agent_email" value="${text(visit, 'agent_email')}" />
        <input type="hidden" name="players" value="${players}" />
        <input type="hidden" name="shown_total" value="${price.raw_total}" />
        <input type="hidden" name="key" value="${keyOf(visit)}" />
        <div class="columns">
          <div>
            <fieldset>
              <legend>Who plays</legend>
              ${personFields(visit, 'customer', wrong)}
            </fieldset>
            ${price.raw_total > 0 ? cardPlace(visit, wrong) : html`<p>There is nothing left to pay.</p>`}
          </div>
          <aside>
            ${priceTable(price)}
            <div class="codes">
              ${code('discount_code', 'Discount code')} ${code('gift_cert_serial', 'Gift certificate')}
              <button class="quiet" formaction="${at}/price" formnovalidate>Apply</button>
            </div>
            <button data-pays>Book for $${price.total}</button>
          </aside>
        </div>
      </form>`,
  });
}

export function book(visit: Visit): Promise<Answer> {
  const token = text(visit, 'token');
  const asked = {
    ...roundOf(visit),
    ...{ customer: personIn(visit, 'customer'), agent_email: text(visit, 'agent_email') },
    ...{ shown_total: number(visit, 'shown_total', 0), ...(token !== '' && { card: { token } }) },
  };
  return sendForm(visit, {
    send: (key) => visit.ric.book(asked, key),
    back: linkTo(visit, `/book/${asked.open_time_id}`, { players: asked.players }),
    done: ({ id }) => ({ booking: id }),
    shows: '/booked',
    form: (wrong) => bookingPage(visit, wrong),
  });
}

const gone = (visit: Visit): Html =>
  page(visit, { title: 'Nothing here any more', body: html`<p>Your receipt is in your mail.</p>` });

/** A booking as it stands now, for whoever made it. */
export async function bookedPage(visit: Visit, said = ''): Promise<Answer> {
  const kept = visit.kept(visit.rest);
  if (!kept || !('booking' in kept)) return gone(visit);
  const booking = await visit.ric.booking(kept.booking);
  const isCanceled = booking.status === 'canceled';
  return page(visit, {
    title: isCanceled ? 'Your round is canceled' : 'Your round is booked',
    body: html`${said !== '' && html`<p role="status">${said}</p>`}
      <div class="slip">${facts(booking, booking.players)} ${priceTable(booking.price)}</div>
      <p>Your reference is <b>${booking.id}</b>. We sent you a receipt.</p>
      ${waysOut(visit, booking)}`,
  });
}

function waysOut({ rest }: Visit, { status, refunded, confirmation }: Booking): Html {
  if (status === 'canceled') return html`<p>$${refunded ?? '0.00'} went back to you.</p>`;
  // Staff book these at the course by phone, and cancel them so.
  if (confirmation === 'INTERNAL') return html`<p>Plans changed? Please call us.</p>`;
  return html`<form method="post" action="/booked/${rest}/cancel">
    <input type="hidden" name="key" value="${randomUUID()}" />
    <button class="quiet">Cancel this round</button>
  </form>`;
}

export async function cancel(visit: Visit): Promise<Answer> {
  const kept = visit.kept(visit.rest);
  if (!kept || !('booking' in kept)) return gone(visit);
  const said = await visit.ric
    .cancel(kept.booking, text(visit, 'key'))
    .then((done) =>
      isPending(done) ? 'We are asking the course. Please look again in a minute.' : done.message,
    )
    .catch((error: unknown) => wrongOf(error).message);
  return bookedPage(visit, said);
}

/** Follows what nobody knew the outcome of when it was asked for; the page asks again by itself. */
export async function followedPage(visit: Visit): Promise<Answer> {
  const kept = visit.kept(visit.rest);
  if (!kept || !('operation' in kept)) return gone(visit);
  const { state, result, error } = await visit.ric.operation(kept.operation);
  if (state !== 'settled')
    return page(visit, {
      title: 'We are waiting for your bank',
      body: html`<meta http-equiv="refresh" content="3" />
        <p role="status">
          This can take some minutes. Please do not book again: this page goes on by itself.
        </p>`,
    });
  if (result && 'serial' in result) return { to: `/bought/${visit.keep({ certificate: result.serial })}` };
  if (result) return { to: `/booked/${visit.keep({ booking: result.id })}` };
  return page(visit, {
    title: 'Nothing was booked',
    body: html`${alert(error ? { fields: {}, ...error } : undefined, [])}
      <p><a href="${kept.back}">Try again</a></p>`,
  });
}
