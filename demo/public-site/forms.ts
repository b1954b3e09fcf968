import { html, type Html, type Part } from './html.ts';
import { text, wordsFor, type PageRequest, type Visit } from './page.ts';
import type { Query } from './ric.ts';

/** Shows the sentence above a form, for an error that belongs to no field. */
export function alert({ wrong }: Visit, form: Html): Part {
  if (!wrong) return null;
  const others = Object.entries(wrong.fields).filter(([name]) => !form.text.includes(`id="wrong-${name}"`));
  return html`<div class="alert" role="alert">
    <p>${wordsFor(wrong)}</p>
    ${others.map(([name, said]) => html`<p>${name.replaceAll('_', ' ')} ${said.join(' ')}</p>`)}
  </div>`;
}

/** Shows a labeled field with the submitted value, and its error below. */
export function field(visit: Visit, name: string, label: string, more: Part = null): Html {
  const said = visit.wrong?.fields[name]?.join(' ');
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${text(visit, name)}"
      ${more}
      ${said && html`aria-invalid="true" aria-describedby="wrong-${name}"`}
    />${said && html`<span class="wrong" id="wrong-${name}">${said}</span>`}</label
  >`;
}

export const personFields = (visit: Visit, who: string, phone: Part = null): Html => html`
  ${field(visit, `${who}.first_name`, 'First name', html`required`)}
  ${field(visit, `${who}.last_name`, 'Last name', html`required`)}
  ${field(visit, `${who}.email`, 'E-mail', html`type="email" required`)}
  ${phone && field(visit, `${who}.primary_phone`, 'Phone', phone)}
`;

type Option = readonly [value: number, name: string];
export const select = (name: string, label: string, options: Option[], chosen: number): Html =>
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
export const hidden = (values: Query): Html[] =>
  Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );

/** Shows the place for the gateway's own card fields: the card is typed there, and this site gets only its token. */
export const cardPlace = ({ cardFields, wrong }: Visit): Html => html`
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
export const cardIn = (visit: Visit) =>
  text(visit, 'card.token') !== '' && { card: { token: text(visit, 'card.token') } };

/** Shows a table of amounts, with their sum in the last line. */
export const priceTable = (lines: string[][]): Html =>
  html`<dl class="price">
    ${lines.map(
      ([name, amount]) =>
        html`<dt>${name}</dt>
          <dd>${amount}</dd>`,
    )}
  </dl>`;

/** Returns the submitted fields of one part of the form, such as `customer.email` for the customer. */
export const partsOf = ({ sent }: PageRequest, whose: string): Record<string, string> =>
  Object.fromEntries(
    [...sent]
      .filter(([name]) => name.startsWith(`${whose}.`))
      .map(([name, value]) => [name.slice(whose.length + 1), value.trim()]),
  );
