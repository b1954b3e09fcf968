import { html } from './html.ts';
import {
  alert,
  day,
  dayText,
  field,
  keyOf,
  isDay,
  namesOf,
  number,
  page,
  personFields,
  personIn,
  text,
  wrongOf,
  type Answer,
  type Visit,
  type Wrong,
} from './page.ts';

const SHOWN = [...namesOf('customer'), 'lead_date', 'play_time'];

/** The form of a lead: what somebody looks for and did not find. */
export async function waitPage(visit: Visit, wrong?: Wrong): Promise<Answer> {
  const courses = await visit.ric.courses();
  const course = number(visit, 'course', 0);
  const players = number(visit, 'players', 2);
  const asked = text(visit, 'lead_date') || text(visit, 'date');
  const date = isDay(asked) ? asked : day(1);
  return page(visit, {
    title: 'What are you looking for?',
    body: html`${alert(wrong, SHOWN)}
      <form method="post" action="/wait" class="narrow">
        <input type="hidden" name="key" value="${keyOf(visit)}" />
        <fieldset>
          <legend>The round</legend>
          <label
            >Course
            <select name="course" required>
              ${courses.map(
                ({ id, course_name }) =>
                  html`<option value="${id}" ${id === course && html`selected`}>${course_name}</option>`,
              )}
            </select></label
          >
          ${field('lead_date', 'Date', { type: 'date', value: date, wrong, isRequired: true })}
          ${field('play_time', 'About', { type: 'time', value: text(visit, 'play_time') || '08:00', wrong, isRequired: true })}
          ${field('players', 'Golfers', { type: 'number', value: String(players), wrong, isRequired: true, more: html`min="1" max="8"` })}
        </fieldset>
        <fieldset>
          <legend>Whom we call</legend>
          ${personFields(visit, 'customer', wrong)}
        </fieldset>
        <button>Call me</button>
      </form>`,
  });
}

export async function leave(visit: Visit): Promise<Answer> {
  const lead = {
    ...{ course_id: number(visit, 'course', 0), lead_date: text(visit, 'lead_date') },
    ...{ play_time: text(visit, 'play_time'), players: number(visit, 'players', 0) },
    customer: personIn(visit, 'customer'),
  };
  try {
    await visit.ric.leaveLead(lead, keyOf(visit));
  } catch (error) {
    const wrong = wrongOf(error);
    visit.renew(keyOf(visit));
    return waitPage(visit, wrong);
  }
  return page(visit, {
    title: 'We call you',
    body: html`<p>As soon as there is something for ${dayText(lead.lead_date)} around ${lead.play_time}.</p>`,
  });
}
