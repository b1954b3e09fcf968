import { hiddenFields, selectField } from './forms.ts';
import { html, type SafeHtml } from './html.ts';
import {
  siteDay,
  formatLongDay,
  formatGolfers,
  linkWithAgent,
  renderPage,
  submittedText,
  type PageAnswer,
  type PageVisit,
} from './page.ts';
import type { Course, OpenTime } from './ric.ts';

const MOST_TIMES = 500;
const TIMES_OF_A_COURSE = 8;
const PARTIES = [1, 2, 3, 4];
type Search = { date: string; players: number; course: number };

const isDay = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date;

/** Shows the open times of a day, by course; for all courses together, the first few of each. */
export async function searchPage(visit: PageVisit): Promise<PageAnswer> {
  const { courses } = await visit.ric.courses();
  const sent = { date: submittedText(visit, 'date'), players: Number(submittedText(visit, 'players')) };
  const search = {
    date: isDay(sent.date) ? sent.date : siteDay(1),
    players: PARTIES.includes(sent.players) ? sent.players : 2,
    course: courses.find(({ id }) => String(id) === submittedText(visit, 'course'))?.id ?? 0,
  };
  const { date, players, course } = search;
  const { open_times, has_more } = await visit.ric.openTimes({
    date,
    players,
    per_page: MOST_TIMES,
    ...(course > 0 && { course_ids: course }),
  });
  const timesAt = ({ id }: Course) => open_times.filter(({ course_id }) => course_id === id);
  const shown = courses.filter((one) => timesAt(one).length > 0);
  const asked = `for ${formatGolfers(players)} on ${formatLongDay(date)}`;
  const wait = linkWithAgent(visit, '/wait', {
    course_id: course,
    lead_date: date,
    play_time: '08:00',
    players,
  });
  return renderPage(
    visit,
    'Book a tee time',
    html`${searchForm(visit, search, courses)}
      <p>
        ${shown.length > 0 ? `Open ${asked}. Prices are for one golfer.` : `Nothing is open ${asked}.`}
        ${has_more && 'There are later times too: choose a course to see all of its.'}
      </p>
      ${shown.map((one) => courseCard(visit, search, { course: one, times: timesAt(one) }))}
      <p>
        Not the right time? <a href="${wait}">Tell us what you are looking for</a>, and we call you when it
        opens.
      </p>`,
  );
}

const searchForm = (visit: PageVisit, { date, players, course }: Search, courses: Course[]): SafeHtml => html`
  <form class="search">
    ${hiddenFields({ agent_email: submittedText(visit, 'agent_email') })}
    <label>Date <input type="date" name="date" value="${date}" min="${siteDay()}" required /></label>
    ${selectField(
      'players',
      'Golfers',
      PARTIES.map((one) => [one, String(one)]),
      players,
    )}
    ${selectField('course', 'Course', [[0, 'All courses'], ...courses.map(courseOption)], course)}
    <button>Search</button>
  </form>
`;
export const courseOption = ({ id, course_name }: Course): [number, string] => [id, course_name];

type CourseTimes = { course: Course; times: OpenTime[] };
function courseCard(visit: PageVisit, search: Search, { course, times }: CourseTimes): SafeHtml {
  const shown = search.course > 0 ? times : times.slice(0, TIMES_OF_A_COURSE);
  const more = times.length - shown.length;
  return html`<section class="box">
    <h2>
      ${course.course_name} <small>${[course.city, course.subdivision].filter(Boolean).join(', ')}</small>
    </h2>
    <ul>
      ${shown.map((time) => html`<li>${timeLink(visit, search, time)}</li>`)}
      ${more > 0 && html`<li><a href="${linkWithAgent(visit, '/golf_courses', { ...search, course: course.id })}">${more} more</a></li>`}
    </ul>
  </section>`;
}

const timeLink = (
  visit: PageVisit,
  { players }: Search,
  { id, play_time, raw_charge, holes }: OpenTime,
): SafeHtml =>
  html`<a class="choice" href="${linkWithAgent(visit, `/book/${id}`, { players })}"
    ><b>${play_time}</b> $${(raw_charge / players / 100).toFixed(2)}
    ${holes === 9 && html`<small>9 holes</small>`}</a
  >`;
