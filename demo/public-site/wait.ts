import { alert, field, hidden, partsOf, personFields, select } from './forms.ts';
import { html } from './html.ts';
import { dayText, page, sendForm, text, type Answer, type Visit } from './page.ts';
import { optionOf } from './search.ts';

/** Shows the form of a lead: the tee time that a visitor looks for and did not find. */
export async function waitPage(visit: Visit): Promise<Answer> {
  const { courses } = await visit.ric.courses();
  const form = html`<form method="post" action="/wait">
    ${hidden({ key: text(visit, 'key'), agent_email: text(visit, 'agent_email') })}
    <fieldset>
      <legend>The round</legend>
      ${select('course_id', 'Course', courses.map(optionOf), Number(text(visit, 'course_id')))}
      ${field(visit, 'lead_date', 'Date', html`type="date" required`)}
      ${field(visit, 'play_time', 'About', html`type="time" required`)}
      ${field(visit, 'players', 'Golfers', html`type="number" min="1" max="8" required`)}
    </fieldset>
    <fieldset>
      <legend>Whom we call</legend>
      ${personFields(visit, 'customer', html`type="tel" required`)}
    </fieldset>
    <button>Call me</button>
  </form>`;
  return page(visit, 'What are you looking for?', html`${alert(visit, form)} ${form}`);
}

export const leave = (visit: Visit): Promise<Answer> =>
  sendForm(visit, waitPage, async (key) => {
    const lead = {
      course_id: Number(text(visit, 'course_id')),
      lead_date: text(visit, 'lead_date'),
      play_time: text(visit, 'play_time'),
      players: Number(text(visit, 'players')),
      customer: partsOf(visit, 'customer'),
    };
    await visit.ric.leaveLead(lead, key);
    const round = `${dayText(lead.lead_date)} around ${lead.play_time}`;
    return page(visit, 'We call you', html`<p>As soon as there is something for ${round}.</p>`);
  });
