import { expect, test } from 'vitest';
import { calendarOf, type CalendarEntry } from './calendar.texts.ts';

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
  is_canceled: false,
};
const read = (given: Partial<CalendarEntry> = {}) => {
  const text = calendarOf({ ...ENTRY, ...given });
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
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-0800',
    'TZOFFSETTO:-0800',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:tee-time-42@ric.example',
    'DTSTAMP:20261101T123456Z',
    'SEQUENCE:29892274',
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

test('one that is canceled takes the same event back, with a later number in the same minute too', () => {
  const told = read().lines;
  const taken = read({ is_canceled: true }).lines;
  const later = { 'METHOD:PUBLISH': 'METHOD:CANCEL', 'STATUS:CONFIRMED': 'STATUS:CANCELLED' };
  const changed = new Map([...Object.entries(later), ['SEQUENCE:29892274', 'SEQUENCE:29892275']]);
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

test.each([
  ['in summer', '2026-07-04 07:42', 'America/Los_Angeles', '-0700'],
  ['before the clock goes back', '2026-11-01 00:30', 'America/Los_Angeles', '-0700'],
  ['after it', '2026-11-01 07:00', 'America/Los_Angeles', '-0800'],
  ['before the clock goes forward', '2027-03-14 01:00', 'America/Los_Angeles', '-0800'],
  ['after it', '2027-03-14 07:00', 'America/Los_Angeles', '-0700'],
  ['without a change of clocks', '2026-07-04 07:42', 'America/Phoenix', '-0700'],
  ['far from here', '2026-07-04 07:42', 'Asia/Kolkata', '+0530'],
  ['west of noon', '2026-07-04 07:42', 'America/St_Johns', '-0230'],
  ['at UTC', '2026-07-04 07:42', 'UTC', '+0000'],
])('%s, %s in %s is %s from UTC', (_, at, time_zone, offset) => {
  const [play_date, play_time] = at.split(' ') as [string, string];
  expect(read({ play_date, play_time, time_zone }).value('TZOFFSETTO:')).toBe(offset);
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
