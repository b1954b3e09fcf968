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
  linkWithAgent,
  renderPage,
  sendFormOnce,
  submittedText,
  type PageAnswer,
  type PageVisit,
} from './page.ts';

const VALUES = ['50.00', '100.00', '200.00', '500.00'];

/** Shows the form of a gift certificate, with its price. */
export async function certificatePage(visit: PageVisit): Promise<PageAnswer> {
  const value = VALUES.includes(submittedText(visit, 'value')) ? submittedText(visit, 'value') : '100.00';
  const { price, raw_price } = await visit.ric.certificatePrice({ value });
  const sent = { key: submittedText(visit, 'key'), agent_email: submittedText(visit, 'agent_email') };
  const form = html`<form method="post" action="/gift_certificates" class="columns">
    ${hiddenFields({ ...sent, value, shown_price: raw_price })}
    <div>
      <fieldset>
        <legend>From</legend>
        ${personFields(visit, 'purchaser', html`type="tel"`)}
      </fieldset>
      <fieldset>
        <legend>For</legend>
        ${personFields(visit, 'recipient')} ${labeledField(visit, 'greeting', 'Greeting')}
      </fieldset>
      ${gatewayCardFields(visit)}
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
  return renderPage(
    visit,
    'Give a round of golf',
    html`${valueLinks(visit, value)} ${formAlert(visit, form)} ${form}`,
  );
}

const valueLinks = (visit: PageVisit, chosen: string): SafeHtml =>
  html`<nav aria-label="Value">
    ${VALUES.map(
      (value) =>
        html`<a
          class="choice"
          href="${linkWithAgent(visit, '/gift_certificates', { value })}"
          ${value === chosen && html`aria-current="true"`}
          >$${value.replace('.00', '')}</a
        >`,
    )}
  </nav>`;

export const buyCertificate = (visit: PageVisit): Promise<PageAnswer> =>
  sendFormOnce(visit, certificatePage, async (key) => {
    const certificate = {
      value: submittedText(visit, 'value'),
      shown_price: Number(submittedText(visit, 'shown_price')),
      purchaser: submittedPart(visit, 'purchaser'),
      recipient: submittedPart(visit, 'recipient'),
      who_from: `${submittedText(visit, 'purchaser.first_name')} ${submittedText(visit, 'purchaser.last_name')}`,
      greeting: submittedText(visit, 'greeting'),
      ...submittedCard(visit),
    };
    const { serial } = await visit.ric.sellCertificate(certificate, key);
    return renderPage(
      visit,
      'Thank you',
      html`<p>The gift certificate is on its way by e-mail. Its number:</p>
        <p class="serial">${serial}</p>`,
    );
  });
