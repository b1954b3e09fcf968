import { expect, test } from 'vitest';
import { ScrapeFailed } from '../reading/failure.ts';
import { courseSimulatorForTests } from '../simulator/reading.testing.ts';
import { golfswitchAdapter } from './golfswitch.ts';
import { soapEnvelope, findElement, parseXml, elementText } from './soap.ts';

const simulated = courseSimulatorForTests();
type Read = Awaited<ReturnType<typeof simulated.read>>;
const timesOf = (read: Read) => (read.outcome === 'times' ? read.times : []);
const offersOf = (read: Read) => timesOf(read).flatMap(({ offers }) => offers);

test('one time reads like a list of one, and alTime like caTime', async () => {
  const [plain, one, other] = [
    await simulated.read('golfswitch', '7002'),
    await simulated.read('golfswitch', '7002-one_time'),
    await simulated.read('golfswitch', '7002-other_name'),
  ];
  expect(timesOf(one)).toEqual(timesOf(plain).slice(0, 1));
  expect(timesOf(other)).toEqual(timesOf(plain));
  expect(timesOf(plain).length).toBeGreaterThan(3);
});

test('630 is half past six', async () => {
  const [first] = timesOf(await simulated.read('golfswitch', '7002', { date: '2031-05-03' }));
  expect(first?.time).toMatch(/^0[67]:\d\d$/);
});

test('an error with HTTP 200 is an error, for the whole and for the course', async () => {
  expect(await simulated.read('golfswitch', '7002-error_in_200')).toMatchObject({
    outcome: 'failed',
    cause: 'refused',
    note: 'Golfswitch answered with code 7: Supplier timeout',
  });
  expect(await simulated.read('golfswitch', '7002-no_item')).toMatchObject({
    outcome: 'failed',
    cause: 'wrong_ids',
  });
});

test('a course that is left out may have no times, or a wrong id: it is never sure', async () => {
  expect(await simulated.read('golfswitch', '7002-left_out')).toMatchObject({
    outcome: 'none',
    confirmed: true,
    warnings: ['Golfswitch leaves this course out: it has no times, or its id is wrong.'],
  });
});

test('a fault is a failure', async () => {
  expect(await simulated.read('golfswitch', '7002-fault')).toMatchObject({
    outcome: 'failed',
    cause: 'broken',
  });
});

test('what is charged in another currency is not put among the amounts', async () => {
  const read = await simulated.read('golfswitch', '7002-other_currency');
  expect(read).toMatchObject({
    warnings: expect.arrayContaining(['Golfswitch charges in CAD what it shows in USD.']),
  });
  expect(new Set(offersOf(read).map(({ raw_due_online }) => raw_due_online))).toEqual(new Set([null]));
});

test('a course that confirms by hand says so', async () => {
  const isInstant = (read: Read) => new Set(offersOf(read).map(({ is_instant }) => is_instant));
  expect(isInstant(await simulated.read('golfswitch', '7002-on_request'))).toEqual(new Set([false]));
  expect(isInstant(await simulated.read('golfswitch', '7002'))).toEqual(new Set([true]));
});

test('a day that is too near or not sold yet is neither full nor failed', async () => {
  const today = { date: '2031-04-30' };
  expect(await simulated.read('golfswitch', '7002-from_tomorrow', today)).toMatchObject({
    outcome: 'none',
    confirmed: true,
    reason: 'too_late',
    requests: 1,
  });
  expect(await simulated.read('golfswitch', '7002', { date: '2031-08-01' })).toMatchObject({
    // The day is released ninety days before, at midnight in San Diego.
    outcome: 'not_released',
    opens_at: '2031-05-03T07:00:00.000Z',
  });
});

test('a reseller that Golfswitch does not know is a wrong sign-in', async () => {
  const adapter = golfswitchAdapter({
    apiUrl: `${simulated.simulator.url}/golfswitch/golfService.asmx`,
    resellerId: 'NOBODY',
  });
  const read = await simulated.read('golfswitch', '7002', { adapters: { golfswitch: adapter } });
  expect(read).toMatchObject({ outcome: 'failed', cause: 'credentials' });
});

test('what is sent is escaped, and read back as it was', () => {
  const sent = soapEnvelope('http://x.example/', 'Op', { a: 'Pat & "Sons" <b>', list: { one: ['1', '2'] } });
  const read = findElement(parseXml(sent), 'Body', 'Op');
  expect(elementText(read, 'a')).toBe('Pat & "Sons" <b>');
  expect(findElement(read, 'list')?.children.map(({ text }) => text)).toEqual(['1', '2']);
});

test.each([
  ['<!DOCTYPE a [<!ENTITY b "cc">]><a>&b;</a>', 'a declaration of entities'],
  ['<!DOCTYPE a><a>1</a>', 'any declaration'],
  ['<a>&nope;</a>', 'an entity that nobody declared'],
  ['<a><b></a>', 'elements that cross'],
  ['<a>', 'an end that is missing'],
  ['', 'nothing'],
  ['just text', 'no element'],
  ['<a>'.repeat(100), 'elements without end'],
])('%s is no answer: %s', (text) => {
  expect(() => parseXml(text)).toThrow(ScrapeFailed);
});
