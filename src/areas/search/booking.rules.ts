import { formatDay } from '../../contract/dates.ts';
import { MOST_PLAYERS } from '../../contract/forms/fields.ts';
import { compareFolded, fold } from '../../contract/names/fold.ts';
import { parseTypedDay, parseTypedTime } from '../../contract/typed/days-and-times.ts';

/** A round as typed into the search: `south sat 742 4`; missing parts are absent. */
export type TypedRound = {
  course_id: number;
  course_name: string;
  play_date: string;
  play_time?: string;
  players?: number;
};

const MOST_COURSES = 3;
// A long course name, a day of three words, a time and players.
const MOST_WORDS = 16;
// `sat dec 5`, `5 dec 2026`.
const MOST_WORDS_OF_A_DAY = 3;
// Nobody plays at four in the morning.
const EARLIEST_HOUR = 5;

type Pairs = readonly (readonly [id: number, name: string])[];
type ParsedRound = { when: When; name: string; courses: { id: number; name: string }[] };

/**
 * Parses a text that names a round: course, day, time, players, in this order, the last two optional. Null if any part cannot be
 * read; else all courses whose name has every word given for it.
 */
export function parseRound(typed: string, courses: Pairs, today: string): ParsedRound | null {
  const words = fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length < 2 || words.length > MOST_WORDS) return null;
  const folded = courses.map(([id, name]) => ({ id, name, folded: fold(name) }));
  // More words for the course are better: `balboa park 9` is one course, while `balboa park` and the 9th is another reading.
  for (let upTo = words.length - 1; upTo > 0; upTo -= 1) {
    const firstWords = words.slice(0, upTo);
    const found = folded.filter((course) => firstWords.every((word) => course.folded.includes(word)));
    const when = found.length > 0 ? whenSaid(words.slice(upTo), today) : null;
    if (when)
      return { when, name: firstWords.join(' '), courses: found.map(({ id, name }) => ({ id, name })) };
  }
  return null;
}

/**
 * Returns its rounds, the likeliest first: at the course with exactly that name, then by recent bookings (`booked`, by the
 * course's id), then if the name begins with the text, then by name.
 */
export function likelyRounds(
  { when, name, courses }: ParsedRound,
  booked: ReadonlyMap<number, number>,
): TypedRound[] {
  const known = courses.map((course) => {
    const is = fold(course.name);
    return {
      ...course,
      is,
      isIt: is === name,
      begins: is.startsWith(name),
      lately: booked.get(course.id) ?? 0,
    };
  });
  return known
    .toSorted(
      (one, other) =>
        Number(other.isIt) - Number(one.isIt) ||
        other.lately - one.lately ||
        Number(other.begins) - Number(one.begins) ||
        compareFolded(one.name, other.name),
    )
    .slice(0, MOST_COURSES)
    .map((course) => ({ course_id: course.id, course_name: course.name, ...when }));
}

type When = Pick<TypedRound, 'play_date' | 'play_time' | 'players'>;

function whenSaid(words: string[], today: string): When | null {
  for (let upTo = Math.min(words.length, MOST_WORDS_OF_A_DAY); upTo > 0; upTo -= 1) {
    const play_date = parseTypedDay(words.slice(0, upTo).join(' '), today);
    const rest = play_date && restSaid(words.slice(upTo));
    if (rest) return { play_date, ...rest };
  }
  return null;
}

/** Parses time and players, either of them or none: a single small number is the party. */
function restSaid(words: string[]): Omit<When, 'play_date'> | null {
  const [first, ...more] = words
    .join(' ')
    .replace(/ (?=[ap]m?\b)/, '')
    .split(' ');
  if (!first) return {};
  const play_time = parseTypedTime(first);
  const isTime = play_time !== null && Number(play_time.slice(0, 2)) >= EARLIEST_HOUR;
  if (!isTime) return more.length === 0 ? playersSaid(first) : null;
  const party = more.join(' ');
  return party === '' ? { play_time } : withTime(play_time, playersSaid(party));
}

const withTime = (play_time: string, party: { players: number } | null) => party && { play_time, ...party };

function playersSaid(word: string): { players: number } | null {
  const [, digits] = /^(\d{1,3}) ?(?:p|players?)?$/.exec(word) ?? [];
  const players = Number(digits);
  return players >= 1 && players <= MOST_PLAYERS ? { players } : null;
}

/** Describes the round: `Torrey Pines South, Sat, Nov 28 2026, 07:42, 4 players`. */
export const roundRead = ({ course_name, play_date, play_time, players }: TypedRound): string =>
  [
    course_name,
    formatDay(play_date),
    play_time,
    players && `${players} ${players === 1 ? 'player' : 'players'}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns the address of the booking engine with the round filled in, at the charge that its rate suggests. */
export function bookingAddress({ course_id, play_date, play_time, players }: TypedRound): string {
  const given = new URLSearchParams({
    providedCourseId: String(course_id),
    providedDateString: play_date,
    ...(play_time && { providedTimeString: play_time }),
    ...(players && { providedPlayers: String(players) }),
    providedPriced: 'true',
  });
  return `/ibe?${given.toString()}`;
}
