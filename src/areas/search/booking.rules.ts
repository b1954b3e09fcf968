import { formatDay } from '../../contract/dates.ts';
import { MAX_PLAYERS } from '../../contract/forms/fields.ts';
import { compareByFold, foldText } from '../../contract/names/fold.ts';
import { parseTypedDay, parseTypedTime } from '../../contract/typed/days-and-times.ts';

/** A tee time as typed into the search, such as `south sat 742 4`; parts that were not typed are absent. */
export type TypedTeeTime = {
  course_id: number;
  course_name: string;
  play_date: string;
  play_time?: string;
  players?: number;
};

const MOST_COURSES = 3;
// Enough words for a long course name, a day of three words, a time and the players.
const MOST_WORDS = 16;
// A day has up to three words: `sat dec 5`, `5 dec 2026`.
const MOST_WORDS_OF_A_DAY = 3;
// A number read as an earlier time is no tee time, because nobody plays at four in the morning.
const EARLIEST_HOUR = 5;

type Pairs = readonly (readonly [id: number, name: string])[];
type ParsedRound = { when: When; name: string; courses: { id: number; name: string }[] };

/**
 * Parses a text that describes a tee time: course, day, time and players, in this order, the last two optional. Returns null if a
 * part cannot be parsed; otherwise, all courses whose name contains every word typed for the course.
 */
export function parseTypedTeeTime(typed: string, courses: Pairs, today: string): ParsedRound | null {
  const words = foldText(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length < 2 || words.length > MOST_WORDS) return null;
  const folded = courses.map(([id, name]) => ({ id, name, folded: foldText(name) }));
  // The parse with more words for the course wins, because `balboa park 9` is one course; only otherwise is the 9 a day.
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
 * Returns the tee times that a typed text may mean, the likeliest first: at the course with exactly the typed name, then by recent
 * bookings (`booked`, by course id), then at courses whose name begins with the text, then by name.
 */
export function likelyTeeTimes(
  { when, name, courses }: ParsedRound,
  booked: ReadonlyMap<number, number>,
): TypedTeeTime[] {
  const known = courses.map((course) => {
    const is = foldText(course.name);
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
        compareByFold(one.name, other.name),
    )
    .slice(0, MOST_COURSES)
    .map((course) => ({ course_id: course.id, course_name: course.name, ...when }));
}

type When = Pick<TypedTeeTime, 'play_date' | 'play_time' | 'players'>;

function whenSaid(words: string[], today: string): When | null {
  for (let upTo = Math.min(words.length, MOST_WORDS_OF_A_DAY); upTo > 0; upTo -= 1) {
    const play_date = parseTypedDay(words.slice(0, upTo).join(' '), today);
    const rest = play_date && restSaid(words.slice(upTo));
    if (rest) return { play_date, ...rest };
  }
  return null;
}

/**
 * Parses the words after the day: a time, the number of players, both or neither. A single small number is the number of players.
 */
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
  return players >= 1 && players <= MAX_PLAYERS ? { players } : null;
}

/** Describes a typed tee time for display: `Torrey Pines South, Sat, Nov 28 2026, 07:42, 4 players`. */
export const typedTeeTimeText = ({ course_name, play_date, play_time, players }: TypedTeeTime): string =>
  [
    course_name,
    formatDay(play_date),
    play_time,
    players && `${players} ${players === 1 ? 'player' : 'players'}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns the booking engine's address for a typed tee time, with the charge that the suggested rate gives. */
export function bookTeeTimeAddress({ course_id, play_date, play_time, players }: TypedTeeTime): string {
  const given = new URLSearchParams({
    providedCourseId: String(course_id),
    providedDateString: play_date,
    ...(play_time && { providedTimeString: play_time }),
    ...(players && { providedPlayers: String(players) }),
    providedPriced: 'true',
  });
  return `/ibe?${given.toString()}`;
}
