import { instantOf } from '../../../contract/dates.ts';

export type CalendarEntry = {
  /** The same for each letter about one tee time, so that a calendar moves its entry instead of adding another. */
  uid: string;
  play_date: string;
  play_time: string;
  /** Of the course: it is played on that clock, wherever the letter is read. */
  time_zone: string;
  players: number;
  confirmation: string;
  course: { name: string; address: string; phone: string };
  /** Who the letter is from. */
  sender: { name: string; address: string };
  written_at: Date;
  /** It is not to be played: the reader's calendar takes it out. */
  is_canceled: boolean;
};

// What a round of eighteen holes takes; the calendar shows how long the day is taken.
const ROUND = 'PT4H30M';

/**
 * A tee time for the reader's calendar: one iCalendar event (RFC 5545) on the course's clock, told or taken back as RFC 5546 has it
 * (3.2.1, 3.2.5). Nobody is asked to answer, so that nobody attends.
 */
export function calendarOf(entry: CalendarEntry): string {
  const { uid, play_date, play_time, time_zone, players, confirmation, course, is_canceled } = entry;
  const offset = offsetOf(entry);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//RIC//Tee times//EN',
    `METHOD:${is_canceled ? 'CANCEL' : 'PUBLISH'}`,
    // One day's clock is all that one event needs to know of its zone.
    'BEGIN:VTIMEZONE',
    `TZID:${time_zone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcOf(entry.written_at)}`,
    `SEQUENCE:${sequenceOf(entry)}`,
    `ORGANIZER;CN=${organizerOf(entry.sender)}`,
    `DTSTART;TZID=${time_zone}:${digitsOf(play_date)}T${digitsOf(play_time)}00`,
    `DURATION:${ROUND}`,
    `SUMMARY:${escaped(`Golf at ${course.name}`)}`,
    `LOCATION:${escaped([course.name, course.address].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escaped(
      [
        `${players} ${players === 1 ? 'player' : 'players'}`,
        `Confirmation ${confirmation}`,
        course.phone && `The course: ${course.phone}`,
      ]
        .filter(Boolean)
        .join('\n'),
    )}`,
    `STATUS:${is_canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('');
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const utcOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** How far the course's clock is from UTC when it is played, `-0800`. */
function offsetOf({ play_date, play_time, time_zone }: CalendarEntry): string {
  const asIfUtc = Date.parse(`${play_date}T${play_time}:00Z`);
  const minutes = Math.round((asIfUtc - instantOf(play_date, play_time, time_zone)) / 60_000);
  const two = (number: number) => String(Math.abs(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${two(minutes % 60)}`;
}

/** A later letter about the same tee time has a higher one, the last one also where it is of the same minute. */
const sequenceOf = ({ written_at, is_canceled }: CalendarEntry): number =>
  Math.floor(written_at.getTime() / 60_000) + (is_canceled ? 1 : 0);

// Within its quotes a name can hold neither a quote nor the end of a line.
const organizerOf = ({ name, address }: CalendarEntry['sender']): string =>
  `"${name.replaceAll(/["\p{Cc}]+/gu, ' ')}":mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');

const MOST_BYTES = 75;
/** A line, broken where it has more bytes than a line may have, never within a character. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MOST_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return `${text}\r\n`;
}
