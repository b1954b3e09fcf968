import { html, type SafeHtml, type HtmlPart } from './html.ts';
import { submittedText, visitorMessage, type PageRequest, type PageVisit } from './page.ts';
import type { QueryValues } from './ric.ts';

/** Shows the sentence above a form, for an error that belongs to no field. */
export function formAlert({ wrong }: PageVisit, form: SafeHtml): HtmlPart {
  if (!wrong) return null;
  const others = Object.entries(wrong.fields).filter(([name]) => !form.text.includes(`id="wrong-${name}"`));
  return html`<div class="alert" role="alert">
    <p>${visitorMessage(wrong)}</p>
    ${others.map(([name, said]) => html`<p>${name.replaceAll('_', ' ')} ${said.join(' ')}</p>`)}
  </div>`;
}

/** Shows a labeled field with the submitted value, and its error below. */
export function labeledField(visit: PageVisit, name: string, label: string, more: HtmlPart = null): SafeHtml {
  const said = visit.wrong?.fields[name]?.join(' ');
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${submittedText(visit, name)}"
      ${more}
      ${said && html`aria-invalid="true" aria-describedby="wrong-${name}"`}
    />${said && html`<span class="wrong" id="wrong-${name}">${said}</span>`}</label
  >`;
}

export const personFields = (visit: PageVisit, who: string, phone: HtmlPart = null): SafeHtml => html`
  ${labeledField(visit, `${who}.first_name`, 'First name', html`required`)}
  ${labeledField(visit, `${who}.last_name`, 'Last name', html`required`)}
  ${labeledField(visit, `${who}.email`, 'E-mail', html`type="email" required`)}
  ${phone && labeledField(visit, `${who}.primary_phone`, 'Phone', phone)}
`;

type Option = readonly [value: number, name: string];
export const selectField = (name: string, label: string, options: Option[], chosen: number): SafeHtml =>
  html`<label
    >${label}
    <select name="${name}">
      ${options.map(
        ([value, shown]) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${shown}</option>`,
      )}
    </select></label
  >`;

/** Returns hidden fields for the values that a form sends beside the typed ones. */
export const hiddenFields = (values: QueryValues): SafeHtml[] =>
  Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );

/** Shows the place for the gateway's own card fields: the card is typed there, and this site gets only its token. */
export const gatewayCardFields = ({ cardFields, wrong }: PageVisit): SafeHtml => html`
  <fieldset class="card" data-key="${cardFields.publishable_key}">
    <legend>Card</legend>
    <input type="hidden" name="card.token" />
    <label for="card-number">Number <span class="frame" id="card-number"></span></label>
    <label for="card-expiry">Expires <span class="frame" id="card-expiry"></span></label>
    <label for="card-cvc">Security code <span class="frame" id="card-cvc"></span></label>
    <p class="wrong" id="wrong-card.token" role="alert">${wrong?.fields['card.token']}</p>
    <noscript><p class="wrong">Paying by card needs JavaScript.</p></noscript>
  </fieldset>
  <script src="${cardFields.script}" defer></script>
`;
export const submittedCard = (visit: PageVisit) =>
  submittedText(visit, 'card.token') !== '' && { card: { token: submittedText(visit, 'card.token') } };

/** Shows a table of amounts, with their sum in the last line. */
export const priceTable = (lines: string[][]): SafeHtml =>
  html`<dl class="price">
    ${lines.map(
      ([name, amount]) =>
        html`<dt>${name}</dt>
          <dd>${amount}</dd>`,
    )}
  </dl>`;

/** Returns the submitted fields of one part of the form, such as `customer.email` for the customer. */
export const submittedPart = ({ sent }: PageRequest, whose: string): Record<string, string> =>
  Object.fromEntries(
    [...sent]
      .filter(([name]) => name.startsWith(`${whose}.`))
      .map(([name, value]) => [name.slice(whose.length + 1), value.trim()]),
  );
