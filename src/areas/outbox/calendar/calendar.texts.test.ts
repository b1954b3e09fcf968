import { expect, test } from 'vitest';
import { teeTimeCalendarFile, type CalendarEntry } from './calendar.texts.ts';

const ENTRY: CalendarEntry = {
  uid: 'tee-time-42@ric.example',
  play_date: '2026-11-20',
  play_time: '07:42',
  time_zone: 'America/Los_Angeles',
  players: 4,
  confirmation: 'TP-4711',
  course: {
    name: 'Torrey Pines South',
    address: '11480 N Torrey Pines Rd, La Jolla, CA 92037',
    phone: '858-452-3226',
  },
  sender: { name: 'SDG Reservations', address: 'desk@ric.example' },
  written_at: new Date('2026-11-01T12:34:56.789Z'),
  sequence: 3,
  is_canceled: false,
};
const read = (given: Partial<CalendarEntry> = {}) => {
  const text = teeTimeCalendarFile({ ...ENTRY, ...given });
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return {
    text,
    lines,
    value: (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length),
  };
};

test('a tee time is one event on the course’s clock', () => {
  expect(read().lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//RIC//Tee times//EN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:America/Los_Angeles',
    'BEGIN:DAYLIGHT',
    'DTSTART:20250309T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'TZOFFSETFROM:-0800',
    'TZOFFSETTO:-0700',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20251102T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'TZOFFSETFROM:-0700',
    'TZOFFSETTO:-0800',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:tee-time-42@ric.example',
    'DTSTAMP:20261101T123456Z',
    'SEQUENCE:3',
    'ORGANIZER;CN="SDG Reservations":mailto:desk@ric.example',
    'DTSTART;TZID=America/Los_Angeles:20261120T074200',
    'DURATION:PT4H30M',
    'SUMMARY:Golf at Torrey Pines South',
    'LOCATION:Torrey Pines South\\, 11480 N Torrey Pines Rd\\, La Jolla\\, CA 92037',
    'DESCRIPTION:4 players\\nConfirmation TP-4711\\nThe course: 858-452-3226',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('one that is canceled takes the same event back', () => {
  const told = read().lines;
  const taken = read({ is_canceled: true, sequence: 4 }).lines;
  const later = { 'METHOD:PUBLISH': 'METHOD:CANCEL', 'STATUS:CONFIRMED': 'STATUS:CANCELLED' };
  const changed = new Map([...Object.entries(later), ['SEQUENCE:3', 'SEQUENCE:4']]);
  expect(taken).toEqual(told.map((line) => changed.get(line) ?? line));
});

test.each([
  [
    'Ruth "The Boss"; Desk, Inc: 1',
    'desk@ric.example',
    '"Ruth  The Boss ; Desk, Inc: 1":mailto:desk@ric.example',
  ],
  [
    'A\r\nATTENDEE:mailto:b@c.example',
    'desk@ric.example',
    '"A ATTENDEE:mailto:b@c.example":mailto:desk@ric.example',
  ],
  ['desk@ric.example', 'desk+1@ric.example', '"desk@ric.example":mailto:desk+1@ric.example'],
  ['Süd', 'a?b%;c@ric.example', '"Süd":mailto:a%3Fb%25%3Bc@ric.example'],
])('%j at %s organizes it', (name, address, organizer) => {
  const { value, lines } = read({ sender: { name, address } });
  expect(value('ORGANIZER;CN=')).toBe(organizer);
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
});

test('lines have at most 75 bytes and break within no character', () => {
  const name = `Söhne ⛳ ${'Größe'.repeat(40)}`;
  const { text, value } = read({ course: { ...ENTRY.course, name } });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(value('SUMMARY:')).toBe(`Golf at ${name}`);
});

test('no text ends its line or begins another property', () => {
  const { lines, value } = read({
    players: 1,
    course: { name: 'A;B\\C,D\r\nEND:VEVENT', address: '', phone: '' },
  });
  expect(value('SUMMARY:')).toBe('Golf at A\\;B\\\\C\\,D\\nEND:VEVENT');
  expect(value('DESCRIPTION:')).toBe('1 player\\nConfirmation TP-4711');
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});
