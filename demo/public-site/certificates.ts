import { html, type Html } from './html.ts';
import {
  alert,
  cardPlace,
  field,
  keyOf,
  linkTo,
  namesOf,
  page,
  personFields,
  personIn,
  sendForm,
  text,
  type Answer,
  type Visit,
  type Wrong,
} from './page.ts';

const SHOWN = [...namesOf('purchaser'), ...namesOf('recipient'), 'value', 'greeting', 'card.token'];
const VALUES = ['50.00', '100.00', '200.00', '500.00'];

/** The form of a certificate, with its price. */
export async function certificatePage(visit: Visit, wrong?: Wrong): Promise<Answer> {
  const value = VALUES.includes(text(visit, 'value')) ? text(visit, 'value') : '100.00';
  const { price, raw_price } = await visit.ric.certificatePrice({ value, course_id: null });
  return page(visit, {
    ...{ title: 'Give a round of golf', at: '/gift_certificates' },
    body: html`${alert(wrong, SHOWN)} ${valueLinks(visit, value)}
      <form method="post" action="/gift_certificates">
        <input type="hidden" name="agent_email" value="${text(visit, 'agent_email')}" />
        <input type="hidden" name="value" value="${value}" />
        <input type="hidden" name="shown_price" value="${raw_price}" />
        <input type="hidden" name="key" value="${keyOf(visit)}" />
        <div class="columns">
          <div>
            <fieldset>
              <legend>From</legend>
              ${personFields(visit, 'purchaser', wrong)}
            </fieldset>
            <fieldset>
              <legend>For</legend>
              ${personFields(visit, 'recipient', wrong)}
              ${field('greeting', 'Greeting', { value: text(visit, 'greeting'), wrong })}
            </fieldset>
            ${raw_price > 0 && cardPlace(visit, wrong)}
          </div>
          <aside>
            <p class="facts"><b>Gift certificate</b><br />Good at every course, for rounds and clubs.</p>
            <dl class="price">
              <dt>Value</dt>
              <dd>$${value}</dd>
              <dt class="sum">You pay</dt>
              <dd class="sum">$${price}</dd>
            </dl>
            <button data-pays>Buy for $${price}</button>
          </aside>
        </div>
      </form>`,
  });
}

const valueLinks = (visit: Visit, chosen: string): Html =>
  html`<nav class="values" aria-label="Value">
    ${VALUES.map(
      (value) =>
        html`<a
          href="${linkTo(visit, '/gift_certificates', { value })}"
          ${value === chosen && html`aria-current="true"`}
          >$${value.replace('.00', '')}</a
        >`,
    )}
  </nav>`;

export function buy(visit: Visit): Promise<Answer> {
  const token = text(visit, 'token');
  const { primary_phone: _, ...recipient } = personIn(visit, 'recipient');
  const purchaser = personIn(visit, 'purchaser');
  const asked = {
    ...{ course_id: null, value: text(visit, 'value'), shown_price: Number(text(visit, 'shown_price')) },
    ...{ purchaser, recipient, greeting: text(visit, 'greeting') },
    ...{ who_from: `${purchaser.first_name} ${purchaser.last_name}`.trim() },
    ...(token !== '' && { card: { token } }),
  };
  return sendForm(visit, {
    send: (key) => visit.ric.sellCertificate(asked, key),
    back: linkTo(visit, '/gift_certificates', { value: asked.value }),
    done: ({ serial }) => ({ certificate: serial }),
    shows: '/bought',
    form: (wrong) => certificatePage(visit, wrong),
  });
}

export function boughtPage(visit: Visit): Answer {
  const kept = visit.kept(visit.rest);
  const serial = kept && 'certificate' in kept ? kept.certificate : null;
  return page(visit, {
    title: serial ? 'Thank you' : 'Nothing here any more',
    body: serial
      ? html`<p>The gift certificate is on its way by e-mail. Its number:</p>
          <p class="serial">${serial}</p>`
      : html`<p>The certificate is in your mail.</p>`,
  });
}
