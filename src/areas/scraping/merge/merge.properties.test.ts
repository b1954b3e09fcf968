import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import {
  anOfferedTime,
  scrapedWithoutTimes,
  scrapeTimedOut,
  scrapedNotReleased,
  scrapedTimes,
} from '../../../../test/support/scrapes.ts';
import { addDays } from '../../../contract/dates.ts';
import type { DayScrapeResult, OpenTime } from '../../../integrations/course/course-system.ts';
import type { OpenTimeKindCount } from './merge.rules.ts';
import { recordScrape } from './record-scrape.steps.ts';

const app = testApp();
const IDENTITIES = [
  { time: '07:00', holes: 18 as const, starting_side: null },
  { time: '07:00', holes: 9 as const, starting_side: null },
  { time: '07:10', holes: 18 as const, starting_side: 'Front' },
  { time: '07:10', holes: 18 as const, starting_side: 'Back' },
  { time: '07:20', holes: null, starting_side: null },
  { time: '07:30', holes: 18 as const, starting_side: null },
];
const PARTIES = [[1], [2, 3, 4], [1, 2, 3, 4]];

type ScrapeKind = 'times' | 'cut' | 'none' | 'unconfirmed' | 'not released' | 'failed';
/** A generated scrape: the minutes since the previous one, its kind, and the times that it lists. */
type Drawn = { minutes: number; said: ScrapeKind; parties: (number[] | null)[] };
const aLook: fc.Arbitrary<Drawn> = fc.record({
  minutes: fc.integer({ min: 1, max: 12 }),
  said: fc.constantFrom<ScrapeKind>(
    'times',
    'times',
    'times',
    'cut',
    'none',
    'unconfirmed',
    'not released',
    'failed',
  ),
  parties: fc.tuple(...IDENTITIES.map(() => fc.option(fc.constantFrom(...PARTIES)))),
});

/** A scrape that was recorded: its instant, and the party sizes that it listed under each identity of a time. */
type Made = { at: number; said: ScrapeKind; listed: Map<number, number[]> };

function made(drawn: readonly Drawn[]): Made[] {
  let at = Date.parse('2030-05-20T10:00:00Z');
  return drawn.map(({ minutes, said, parties }) => {
    at += minutes * 60_000;
    const lists = said === 'times' || said === 'cut' ? parties : [];
    const listed = new Map(lists.flatMap((spots, identity) => (spots ? [[identity, spots] as const] : [])));
    return { at, said, listed };
  });
}

function readOf({ at, said, listed }: Made, day: string): DayScrapeResult {
  const read_at = new Date(at).toISOString();
  if (said === 'failed') return scrapeTimedOut(read_at);
  if (said === 'not released') return scrapedNotReleased(read_at);
  if (said === 'none' || said === 'unconfirmed') return scrapedWithoutTimes(read_at, said === 'none');
  return scrapedTimes(read_at, timesOf(listed, day), said === 'times');
}
const timesOf = (listed: Made['listed'], day: string): OpenTime[] =>
  [...listed].map(([identity, spots]) => {
    const { time, ...rest } = IDENTITIES[identity]!;
    return anOfferedTime(day, time, { ...rest, spots });
  });

const isComplete = ({ said }: Made) => said === 'times' || said === 'none' || said === 'not released';
const tells = (look: Made) => isComplete(look) || look.said === 'cut';

/**
 * Returns the times listed since the second to last complete scrape, because a time that only the last complete scrape missed is
 * still open.
 */
function openAfter(looks: readonly Made[]): Map<number, number[]> {
  const complete = looks.filter(isComplete);
  const from = complete.at(-2)?.at ?? 0;
  const since = looks.filter((look) => tells(look) && look.at >= from);
  return new Map(since.flatMap(({ listed }) => [...listed]));
}

/**
 * Returns the times first seen by the last scrape; none, unless that scrape read the whole of a day that had been read and released
 * before.
 */
function newAfter(looks: readonly Made[]): number[] {
  const last = looks.findLast(isComplete);
  if (!last) return [];
  const before = looks.filter(({ at }) => at < last.at);
  const sinceRelease = before.slice(before.findLastIndex(({ said }) => said === 'not released') + 1);
  if (!sinceRelease.some(({ said, listed }) => said === 'times' && listed.size > 0)) return [];
  return [...last.listed.keys()].filter((identity) => {
    const lastSeen = before.findLastIndex(({ listed }) => listed.has(identity));
    if (lastSeen < 0) return true;
    const misses = before.slice(lastSeen + 1).filter(isComplete);
    return misses.length >= 2 && last.at - misses[0]!.at > 15 * 60_000;
  });
}

const rowsOf = (course_id: number, day: string) =>
  app.db
    .selectFrom('fore_up_availabilities')
    .selectAll()
    .where('course_id', '=', course_id)
    .where('available_date', '=', day)
    .orderBy('id')
    .execute();
type Rows = Awaited<ReturnType<typeof rowsOf>>;
const identityOf = (row: Rows[number]) =>
  IDENTITIES.findIndex(
    ({ time, holes, starting_side }) =>
      Number(time.replace(':', '')) === row.available_time &&
      holes === row.holes &&
      (starting_side ?? '') === row.starting_side,
  );

/** Returns how many open times there are of each number of holes and starting side. */
function kindsIn(open: Iterable<number>): Set<OpenTimeKindCount> {
  const kinds = new Map<string, OpenTimeKindCount>();
  for (const identity of open) {
    const { holes, starting_side } = IDENTITIES[identity]!;
    const open_count = (kinds.get(`${holes} ${starting_side}`)?.open_count ?? 0) + 1;
    kinds.set(`${holes} ${starting_side}`, { holes, starting_side: starting_side ?? '', open_count });
  }
  return new Set(kinds.values());
}

test('after any looks the rows are what a plain model says, and only differences were written', async () => {
  const { id: course_id } = await aCourse(app.db);
  let day = '2030-06-01';
  await fc.assert(
    fc.asyncProperty(fc.array(aLook, { minLength: 1, maxLength: 14 }), async (drawn) => {
      day = addDays(day, 1);
      const looks = made(drawn);
      const ids = new Map<number, number>();
      let before: Rows = [];
      for (const [index, look] of looks.entries()) {
        const recorded = await recordScrape(app.context, {
          course_id,
          day,
          read: readOf(look, day),
          next_look_at: new Date(look.at + 60_000).toISOString(),
        });
        const sofar = looks.slice(0, index + 1);
        const rows = await rowsOf(course_id, day);
        const { completed_at, open_count, kinds } = await app.db
          .selectFrom('course_days')
          .select(['completed_at', 'open_count', 'kinds'])
          .where('day', '=', day)
          .executeTakeFirstOrThrow();
        const open = rows.filter(({ gone_at }) => gone_at === null);
        const must = openAfter(sofar);
        expect(new Map(open.map((row) => [identityOf(row), row.spots]))).toEqual(must);
        if (tells(look)) {
          expect(open_count).toBe(must.size);
          expect(new Set(Array.isArray(kinds) ? kinds : [])).toEqual(kindsIn(must.keys()));
        }
        const fresh = open.filter(({ new_at }) => new_at !== null && new_at === completed_at).map(identityOf);
        expect(new Set(fresh)).toEqual(new Set(newAfter(sofar)));
        for (const row of rows)
          expect(ids.set(identityOf(row), ids.get(identityOf(row)) ?? row.id).get(identityOf(row))).toBe(
            row.id,
          );
        const asBefore = new Map(before.map((row) => [row.id, row.updated_at]));
        expect(recorded?.changed).toBe(
          rows.filter(({ id, updated_at }) => asBefore.get(id) !== updated_at).length,
        );
        before = rows;
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);
