import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COURSE_SYSTEMS, type CourseSystemName } from '../course-system.ts';
import { simulatorAdapters } from '../open-course-systems.ts';
import { courseSimulatorForTests } from '../simulator/reading.testing.ts';
import { compareFieldNames, answerFieldNames } from './fields.ts';

const simulated = courseSimulatorForTests();

test.each([
  ['{"data": [{"id": 1, "rates": [{"fee": 2}]}, {"other": null}]}', ['data', 'fee', 'id', 'other', 'rates']],
  ['[{"2031-05-04": {"open": 4}, "9": 1}]', ['open']],
  ['false', []],
  [
    '<?xml version="1.0"?><soap:Body xmlns:soap="x"><tm a="b">710</tm><!-- <no/> --><info><![CDATA[<b>]]></info></soap:Body>',
    ['Body', 'info', 'tm'],
  ],
])('the fields in %s', (text, names) => expect(answerFieldNames(text)).toEqual(names));

test.each([
  ['the first time', ['a', 'b'], null, { fields: ['a', 'b'], lost: [], added: [] }],
  ['the same', ['a', 'b'], ['a', 'b'], { fields: ['a', 'b'], lost: [], added: [] }],
  ['what RIC reads is gone', ['b'], ['a', 'b'], { fields: ['a', 'b'], lost: ['a'], added: [] }],
  ['what RIC does not read is gone', ['a'], ['a', 'b'], { fields: ['a', 'b'], lost: [], added: [] }],
  ['another name', ['c', 'b'], ['a', 'b'], { fields: ['a', 'b', 'c'], lost: ['a'], added: ['c'] }],
  ['what RIC reads and never was there', ['b'], ['b'], { fields: ['b'], lost: [], added: [] }],
])('%s', (_, seen, known, compared) =>
  expect(compareFieldNames({ seen, reads: ['a', 'never'], known })).toEqual(compared),
);

const IDS: Record<CourseSystemName, [id: string, read: string, instead: string]> = {
  fore_up: ['19000', 'allowedGroupSizes', 'groupSizes'],
  golfnow: ['1501', 'RateName', 'RateTitle'],
  golfswitch: ['7002', 'ppRegPrice', 'ppListPrice'],
  club_prophet: ['303', 'minPlayer', 'leastPlayers'],
};

describe.each(COURSE_SYSTEMS)('%s', (system) => {
  const [id, read, instead] = IDS[system];
  const checked = async (known: readonly string[] | null, ending = '', lost: readonly string[] = []) => {
    const day = await simulated.read(system, id + ending, { check: { known, lost } });
    expect(day.outcome).toBe('times');
    return day.checked;
  };
  const sample = (name: string | null | undefined) => readFile(join(simulated.samples, name ?? ''), 'utf8');

  test('a field that is called otherwise is lost, and the new name told, though the times are read as before', async () => {
    const first = await checked(null);
    expect(first).toMatchObject({ lost: [], added: [] });
    expect(first?.fields).toContain(read);
    expect(await sample(first?.sample)).toContain('The first answer whose fields were looked at.');
    const known = first?.fields ?? [];
    expect(await checked(known)).toEqual({ fields: known, lost: [], added: [], sample: null });
    const other = await checked(known, '-renamed');
    expect(other).toMatchObject({ lost: [read], added: [instead] });
    expect(await sample(other?.sample)).toContain(`Fields that are missing: ${read}; new ones: ${instead}.`);
    // A lost field stays lost until it returns, and one sample of the loss is enough.
    expect(await checked(other?.fields ?? [], '-renamed', [read])).toMatchObject({
      lost: [read],
      added: [],
      sample: null,
    });
    expect(await checked(other?.fields ?? [])).toMatchObject({ lost: [], added: [] });
  });

  test('the fields that RIC reads are those of its schema, and the simulator sends them', async () => {
    const { reads } = simulatorAdapters(simulated.simulator.url)[system];
    expect(reads.length).toBeGreaterThan(10);
    const first = await checked(null);
    // Golfswitch spells this field in two ways.
    expect(reads.filter((name) => !first?.fields.includes(name) && name !== 'onReg')).toEqual([]);
  });

  test('a look that was not asked to, or found nothing, checks nothing', async () => {
    expect((await simulated.read(system, id)).checked).toBeUndefined();
    expect(
      (await simulated.read(system, `${id}-closed`, { check: { known: null, lost: [] } })).checked,
    ).toBeUndefined();
  });
});

test('of a few times nothing is known of the fields', async () => {
  const read = await simulated.read('golfswitch', '7002-one_time', { check: { known: null, lost: [] } });
  expect(read).toMatchObject({ outcome: 'times', complete: true });
  expect(read.checked).toBeUndefined();
});

test('nor of a list that was cut', async () => {
  const read = await simulated.read('golfnow', '1501-cut_list', { check: { known: null, lost: [] } });
  expect(read).toMatchObject({ outcome: 'times', complete: false });
  expect(read.checked).toBeUndefined();
});
