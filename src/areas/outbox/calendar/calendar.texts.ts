import { timeZoneLines } from './time-zone.texts.ts';

export type CalendarEntry = {
  /** The same id in all e-mails about a tee time, so that a calendar changes its entry instead of adding another. */
  uid: string;
  play_date: string;
  play_time: string;
  /** The course's time zone, on whose clock the play time is, wherever the e-mail is read. */
  time_zone: string;
  players: number;
  confirmation: string;
  course: { name: string; address: string; phone: string };
  /** The sender of the e-mail. */
  sender: { name: string; address: string };
  written_at: Date;
  /** The number of this version of the calendar entry: a calendar ignores a version with a lower number. */
  sequence: number;
  /** True for a canceled tee time, which the reader's calendar removes. */
  is_canceled: boolean;
};

// The duration of eighteen holes, for which the calendar shows the reader as busy.
const ROUND = 'PT4H30M';

/**
 * Returns a calendar file for a tee time: one iCalendar event (RFC 5545) on the course's clock, published or canceled by RFC
 * 5546 (3.2.1, 3.2.5). The event has no attendees, so that no calendar asks the reader to accept it.
 */
export function teeTimeCalendarFile(entry: CalendarEntry): string {
  const { uid, play_date, play_time, time_zone, players, confirmation, course, is_canceled } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//RIC//Tee times//EN',
    `METHOD:${is_canceled ? 'CANCEL' : 'PUBLISH'}`,
    ...timeZoneLines(time_zone, Number(play_date.slice(0, 4))),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcOf(entry.written_at)}`,
    `SEQUENCE:${entry.sequence}`,
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

// A quoted name of RFC 5545 can contain neither a quote nor a line break.
const organizerOf = ({ name, address }: CalendarEntry['sender']): string =>
  `"${name.replaceAll(/["\p{Cc}]+/gu, ' ')}":mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');

const MOST_BYTES = 75;
/** Splits a line that has more bytes than RFC 5545 allows, never within a character. */
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
