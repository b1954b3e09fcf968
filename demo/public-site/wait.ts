import { formAlert, labeledField, hiddenFields, submittedPart, personFields, selectField } from './forms.ts';
import { html } from './html.ts';
import {
  formatLongDay,
  renderPage,
  sendFormOnce,
  submittedText,
  type PageAnswer,
  type PageVisit,
} from './page.ts';
import { courseOption } from './search.ts';

/** Shows the form of a lead: the tee time that a visitor looks for and did not find. */
export async function leadFormPage(visit: PageVisit): Promise<PageAnswer> {
  const { courses } = await visit.ric.courses();
  const form = html`<form method="post" action="/wait">
    ${hiddenFields({ key: submittedText(visit, 'key'), agent_email: submittedText(visit, 'agent_email') })}
    <fieldset>
      <legend>The round</legend>
      ${selectField('course_id', 'Course', courses.map(courseOption), Number(submittedText(visit, 'course_id')))}
      ${labeledField(visit, 'lead_date', 'Date', html`type="date" required`)}
      ${labeledField(visit, 'play_time', 'About', html`type="time" required`)}
      ${labeledField(visit, 'players', 'Golfers', html`type="number" min="1" max="8" required`)}
    </fieldset>
    <fieldset>
      <legend>Whom we call</legend>
      ${personFields(visit, 'customer', html`type="tel" required`)}
    </fieldset>
    <button>Call me</button>
  </form>`;
  return renderPage(visit, 'What are you looking for?', html`${formAlert(visit, form)} ${form}`);
}

export const submitLead = (visit: PageVisit): Promise<PageAnswer> =>
  sendFormOnce(visit, leadFormPage, async (key) => {
    const lead = {
      course_id: Number(submittedText(visit, 'course_id')),
      lead_date: submittedText(visit, 'lead_date'),
      play_time: submittedText(visit, 'play_time'),
      players: Number(submittedText(visit, 'players')),
      customer: submittedPart(visit, 'customer'),
    };
    await visit.ric.leaveLead(lead, key);
    const round = `${formatLongDay(lead.lead_date)} around ${lead.play_time}`;
    return renderPage(visit, 'We call you', html`<p>As soon as there is something for ${round}.</p>`);
  });
