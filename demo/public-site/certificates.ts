import { alert, cardIn, cardPlace, field, hidden, partsOf, personFields, priceTable } from './forms.ts';
import { html, type Html } from './html.ts';
import { linkTo, page, sendForm, text, type Answer, type Visit } from './page.ts';

const VALUES = ['50.00', '100.00', '200.00', '500.00'];

/** Shows the form of a gift certificate, with its price. */
export async function certificatePage(visit: Visit): Promise<Answer> {
  const value = VALUES.includes(text(visit, 'value')) ? text(visit, 'value') : '100.00';
  const { price, raw_price } = await visit.ric.certificatePrice({ value });
  const sent = { key: text(visit, 'key'), agent_email: text(visit, 'agent_email') };
  const form = html`<form method="post" action="/gift_certificates" class="columns">
    ${hidden({ ...sent, value, shown_price: raw_price })}
    <div>
      <fieldset>
        <legend>From</legend>
        ${personFields(visit, 'purchaser', html`type="tel"`)}
      </fieldset>
      <fieldset>
        <legend>For</legend>
        ${personFields(visit, 'recipient')} ${field(visit, 'greeting', 'Greeting')}
      </fieldset>
      ${cardPlace(visit)}
    </div>
    <aside class="box">
      <p>Good at every course, for rounds and clubs.</p>
      ${priceTable([
        ['Value', `$${value}`],
        ['You pay', `$${price}`],
      ])}
      <button data-pays>Buy for $${price}</button>
    </aside>
  </form>`;
  return page(visit, 'Give a round of golf', html`${valueLinks(visit, value)} ${alert(visit, form)} ${form}`);
}

const valueLinks = (visit: Visit, chosen: string): Html =>
  html`<nav aria-label="Value">
    ${VALUES.map(
      (value) =>
        html`<a
          class="choice"
          href="${linkTo(visit, '/gift_certificates', { value })}"
          ${value === chosen && html`aria-current="true"`}
          >$${value.replace('.00', '')}</a
        >`,
    )}
  </nav>`;

export const buy = (visit: Visit): Promise<Answer> =>
  sendForm(visit, certificatePage, async (key) => {
    const certificate = {
      value: text(visit, 'value'),
      shown_price: Number(text(visit, 'shown_price')),
      purchaser: partsOf(visit, 'purchaser'),
      recipient: partsOf(visit, 'recipient'),
      who_from: `${text(visit, 'purchaser.first_name')} ${text(visit, 'purchaser.last_name')}`,
      greeting: text(visit, 'greeting'),
      ...cardIn(visit),
    };
    const { serial } = await visit.ric.sellCertificate(certificate, key);
    return page(
      visit,
      'Thank you',
      html`<p>The gift certificate is on its way by e-mail. Its number:</p>
        <p class="serial">${serial}</p>`,
    );
  });
