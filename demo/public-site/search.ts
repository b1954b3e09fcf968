import { html, type Html, type Part } from './html.ts';
import { day, dayText, isDay, linkTo, number, page, text, type Answer, type Visit } from './page.ts';
import type { Course, OpenTime } from './ric.ts';

const PARTS: Record<string, [from: string, to: string]> = {
  'Any time': ['00:00', '23:59'],
  Morning: ['00:00', '10:59'],
  Midday: ['11:00', '13:59'],
  Afternoon: ['14:00', '23:59'],
};
const MOST_TIMES = 500;
const TIMES_OF_A_COURSE = 8;
const PARTIES = [1, 2, 3, 4];

/** What is looked for, by the names that the form has. */
function askedIn(visit: Visit) {
  const typed = {
    date: text(visit, 'date'),
    part: text(visit, 'part'),
    players: number(visit, 'players', 2),
  };
  return {
    date: isDay(typed.date) ? typed.date : day(1),
    part: Object.hasOwn(PARTS, typed.part) ? typed.part : 'Any time',
    players: PARTIES.includes(typed.players) ? typed.players : 2,
    course: Math.max(0, number(visit, 'course', 0)),
    page: Math.max(1, number(visit, 'page', 1)),
  };
}
type Asked = ReturnType<typeof askedIn>;

export async function searchPage(visit: Visit): Promise<Answer> {
  const asked = askedIn(visit);
  const [from, to] = PARTS[asked.part] ?? ['00:00', '23:59'];
  const query = {
    ...{ date: asked.date, players: asked.players, from, to, per_page: MOST_TIMES, page: asked.page },
    ...(asked.course > 0 && { course_ids: asked.course }),
  };
  const [courses, { open_times, has_more }] = await Promise.all([
    visit.ric.courses(),
    visit.ric.openTimes(query),
  ]);
  const byCourse = new Map<number, OpenTime[]>();
  for (const time of open_times)
    byCourse.set(time.course_id, [...(byCourse.get(time.course_id) ?? []), time]);
  const shown = courses.filter(({ id }) => byCourse.has(id));
  return page(visit, {
    ...{ title: 'Book a tee time', at: '/golf_courses' },
    body: html`${searchForm(visit, asked, courses)}
      <p class="found">${foundText(shown.length, asked)} ${partText(asked, open_times, has_more)}</p>
      ${shown.map((course) => courseCard(visit, asked, { course, times: byCourse.get(course.id) ?? [] }))}
      ${has_more && html`<p><a href="${linkTo(visit, '/golf_courses', { ...asked, page: asked.page + 1 })}">Later times</a></p>`}
      ${leadLine(visit, asked)}`,
  });
}

const golfers = (players: number) => (players === 1 ? '1 golfer' : `${players} golfers`);
const foundText = (courses: number, { date, players }: Asked): string =>
  courses === 0
    ? `Nothing is open for ${golfers(players)} on ${dayText(date)}.`
    : `${courses === 1 ? '1 course has' : `${courses} courses have`} times for ${golfers(players)} on ${dayText(date)}. Prices are for one golfer.`;

/** Of a day with more times than a page shows it is said which these are. */
const partText = ({ page: at }: Asked, times: OpenTime[], isMore: boolean): string => {
  const [first, last] = [times[0]?.play_time, times.at(-1)?.play_time];
  return first && last && (isMore || at > 1) ? `These are from ${first} to ${last}.` : '';
};

const option = (value: string | number, name: string, chosen: string | number): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${name}</option>`;

const searchForm = (visit: Visit, { date, part, players, course }: Asked, courses: Course[]): Html => html`
  <form class="search" action="/golf_courses">
    <input type="hidden" name="agent_email" value="${text(visit, 'agent_email')}" />
    <label>Date <input type="date" name="date" value="${date}" min="${day()}" required /></label>
    <label
      >Golfers
      <select name="players">
        ${PARTIES.map((one) => option(one, String(one), players))}
      </select></label
    >
    <label
      >Time
      <select name="part">
        ${Object.keys(PARTS).map((one) => option(one, one, part))}
      </select></label
    >
    <label
      >Course
      <select name="course">
        ${option(0, 'All courses', course)}
        ${courses.map(({ id, course_name }) => option(id, course_name, course))}
      </select></label
    >
    <button>Search</button>
  </form>
`;

type Found = { course: Course; times: OpenTime[] };
function courseCard(visit: Visit, asked: Asked, { course, times }: Found): Html {
  const { id, course_name, city, subdivision } = course;
  const most = asked.course > 0 ? times.length : TIMES_OF_A_COURSE;
  const rest = times.length - most;
  const all = linkTo(visit, '/golf_courses', { ...asked, course: id, page: 1 });
  return html`<section class="course">
    <h2>${course_name} <small>${[city, subdivision].filter(Boolean).join(', ')}</small></h2>
    <ul class="times">
      ${times.slice(0, most).map((time) => html`<li>${timeLink(visit, asked, time)}</li>`)}
      ${rest > 0 && html`<li><a class="more" href="${all}">${rest} more</a></li>`}
    </ul>
  </section>`;
}

const timeLink = (visit: Visit, { players }: Asked, { id, play_time, raw_charge, holes }: OpenTime): Html =>
  html`<a class="time" href="${linkTo(visit, `/book/${id}`, { players })}"
    ><b>${play_time}</b>
    $${(raw_charge / players / 100).toFixed(2)}${holes === 9 && html` <small>9 holes</small>`}</a
  >`;

const leadLine = (visit: Visit, { date, players, course }: Asked): Part =>
  html`<p>
    Not the right time?
    <a href="${linkTo(visit, '/wait', { date, players, ...(course > 0 && { course }) })}"
      >Tell us what you are looking for</a
    >, and we call you when it opens.
  </p>`;
