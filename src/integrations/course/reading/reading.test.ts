import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollarsToCents } from './cents.ts';
import { redact } from './redact.ts';
import { saveAnswerSample } from './samples.ts';
import { resolveLocalTime, parseOffsetInstant, parseLocalTime } from './wall-clock.ts';

test.each([
  [45, 4500],
  ['45.00', 4500],
  ['80.0000', 8000],
  ['80.0050', 8001],
  [19.99, 1999],
  [0.1 + 0.2, 30],
  ['$12.5', 1250],
  [-5, -500],
  ['', null],
  ['free', null],
  [null, null],
  [false, null],
  [undefined, null],
  ['1e3', null],
])('%j is %s cents', (sent, cents) => {
  expect(dollarsToCents(sent)).toBe(cents);
});

test.each([
  ['2031-03-09', '02:30', 'America/Denver', null],
  ['2031-03-09', '02:30', 'America/Phoenix', '2031-03-09T09:30:00.000Z'],
  ['2031-03-09', '03:00', 'America/Denver', '2031-03-09T09:00:00.000Z'],
  // The first instant counts if a clock change repeats the hour.
  ['2031-11-02', '01:30', 'America/Los_Angeles', '2031-11-02T08:30:00.000Z'],
  ['2031-02-30', '07:00', 'America/Los_Angeles', null],
  ['2031-05-04', '24:00', 'America/Los_Angeles', null],
  ['2031-05-04', '7:00', 'America/Los_Angeles', null],
])('%s %s in %s is %s', (date, time, zone, starts_at) => {
  expect(resolveLocalTime(date, time, zone)?.starts_at ?? null).toBe(starts_at);
});

test.each([
  ['2031-05-04T07:10:00-0600', '07:10', false],
  ['2031-05-04T07:10:00-06:00', '07:10', false],
  ['2031-05-04T13:10:00Z', '07:10', true],
  ['2031-05-04 07:10:00-0600', '07:10', false],
])('the instant %s is %s in Denver', (text, time, isOtherOffset) => {
  expect(parseOffsetInstant(text, 'America/Denver')).toMatchObject({
    date: '2031-05-04',
    time,
    isOtherOffset,
  });
});

test.each(['2031-05-04T07:10:00', 'soon', '', '2031-05-04'])('%j is no instant', (text) => {
  expect(parseOffsetInstant(text, 'America/Denver')).toBeNull();
});

test('a local text may have seconds, fractions or a blank', () => {
  for (const text of ['2031-05-04T07:10:00', '2031-05-04 07:10', '2031-05-04T07:10:00.000'])
    expect(parseLocalTime(text, 'America/Denver')).toMatchObject({ time: '07:10' });
  expect(parseLocalTime('2031-05-04T07:10:00Z', 'America/Denver')).toBeNull();
});

const SECRETS = ['s3cret/pass'];
const PERSONAL = [
  'pat.golfer@example.com',
  '619-555-0142',
  '(619) 555-0142',
  '4242 4242 4242 4242',
  '4242424242424242',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  'Bearer abcdef123456',
  's3cret/pass',
];

test.each(PERSONAL)('%s stands in no sample, whatever it is in', (personal) => {
  for (const text of [
    `${'x '.repeat(15_980)}${personal}`,
    JSON.stringify({ odd: personal, list: [{ deep: personal }] }),
    `{"cut": "${personal}", "rest`,
    `<page><p>${personal}</p></page>`,
    `<input name="x" value="${personal}">`,
    personal,
  ])
    expect(redact(text, SECRETS)).not.toContain(personal);
});

test('what a field is called tells of its value and of all beneath it', () => {
  const sample = redact(
    JSON.stringify({
      customer: { first: 'Pat', tags: ['vip'], age: 44 },
      userName: 'pat',
      time: '2031-05-04T07:10:00',
      spots: 4,
      open: true,
    }),
    [],
  );
  expect(sample).not.toMatch(/Pat|vip|44|pat/);
  expect(JSON.parse(sample)).toMatchObject({ time: '2031-05-04T07:10:00', spots: 4, open: true });
  expect(redact('<a><LastName>Golfer</LastName><tm>710</tm></a>', [])).toBe(
    '<a><LastName>[removed]</LastName><tm>710</tm></a>',
  );
  expect(redact('{"last_name": "Golfer", "tm": 710, ', [])).toBe('{"last_name": "[removed]", "tm": 710, ');
});

test('no text at all breaks it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof redact(text, SECRETS) === 'string'),
  );
});

// Work that grows with the square of the length would take seconds for each text, far beyond the test's time limit.
test.each(['<', '"\\', 'a@', 'x1'])('long texts of %j are read in work that grows with them', (text) => {
  for (let times = 0; times < 20; times += 1)
    expect(redact(text.repeat(200_000), SECRETS).length).toBeLessThanOrEqual(32_000);
});

test('samples are few and small, and only their owner reads them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ric-samples-'));
  const course = { system: 'fore_up', course_ref: '1', time_zone: 'America/Denver' } as const;
  const keep = (text: string) =>
    saveAnswerSample(folder, { course, date: '2031-05-04', sentence: 'Odd.', text, secrets: [] });
  for (let made = 0; made < 60; made += 1) await keep(`{"odd": ${made}}`);
  const last = await keep(`["${'x '.repeat(100_000)}"]`);
  const names = await readdir(folder);
  expect(names).toHaveLength(50);
  expect(names).toContain(last);
  const { size, mode } = await stat(join(folder, last ?? ''));
  expect(size).toBeLessThan(40_000);
  expect(mode & 0o077).toBe(0);
  expect(await readFile(join(folder, last ?? ''), 'utf8')).toMatch(/^fore_up 1, 2031-05-04, read /);
  expect(
    await saveAnswerSample('/dev/null/nowhere', { course, date: '', sentence: '', text: '', secrets: [] }),
  ).toBeNull();
  await rm(folder, { recursive: true });
});
