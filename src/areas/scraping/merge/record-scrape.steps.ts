import { createHash } from 'node:crypto';
import type { DayScrapeResult } from '../../../integrations/course/course-system.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { loadDayRates } from '../../rates/choice/rate-for.queries.ts';
import { UNREADABLE_ROWS_CAUSE, unreadableRowsText } from '../odd-rows/odd-rows.rules.ts';
import { formatCourseTime } from '../../rates/open-times/rate-open-times.queries.ts';
import { publishOpenTimes } from '../../webhooks/publish.queries.ts';
import { queueLeadsForOpenTimes } from '../../wait-list/matching/matching.queries.ts';
import {
  findDayBeforeScrape,
  insertOpenTimes,
  isStillScrapedFrom,
  recordScrapeWithoutTimes,
  recordMergedScrape,
  recordUnchangedScrape,
  findStoredOpenTimes,
  updateOpenTimes,
  type CourseDay,
  type RecordedScrape,
  type CourseIdAtSystem,
} from './merge.queries.ts';
import {
  countOpenTimesByKind,
  mergeScrapedTimes,
  returnedAndGoneIds,
  scrapedTimesText,
  type ScrapedTimes,
  type ScrapeChanges,
  type OpenTimeToInsert,
} from './merge.rules.ts';

type Recording = Pick<AppContext, 'db' | 'now' | 'settings'>;

/** A scrape of a course's day, and the instant (ISO, UTC) of the day's next scrape. */
export type ScrapeToRecord = CourseDay & {
  read: DayScrapeResult;
  next_look_at: string;
  /** The course system and id that were scraped; absent if the source does not matter. */
  source?: CourseIdAtSystem;
};

/**
 * Records a scrape by docs/algorithms/open-times.md in one transaction, and returns the number of open times it wrote. A scrape
 * that found the same times as the previous one is a single statement. A scrape that learned nothing only updates the facts about
 * the scrape. A scrape that is older than the last one, or is already recorded, changes nothing. Returns null if the course is now
 * scraped from another source, because times of another id say nothing about the course.
 */
export async function recordScrape(
  app: Recording,
  recorded: ScrapeToRecord,
): Promise<{ changed: number } | null> {
  const { course_id, day, read, source } = recorded;
  const at = { course_id, day };
  const noted = notedOf(recorded);
  const look = lookOf(read);
  if (look === null) {
    if (!(await isStillScrapedFrom(app.db, course_id, source))) return null;
    await recordScrapeWithoutTimes(app.db, at, noted);
    return { changed: 0 };
  }
  const digest = createHash('sha256').update(scrapedTimesText(look.times)).digest('base64url');
  const { open } = mergeScrapedTimes([], { completed_at: null, released_at: null }, look);
  // The open times at the minute of an unreadable row can only be found by comparing with the stored times.
  const isPlain = look.isComplete && noted.cause === null;
  if (isPlain && (await recordUnchangedScrape(app.db, at, { noted, digest, source, ...countsOf(open) })))
    return { changed: 0 };
  const changed = await runTransaction(app.db, (db) =>
    mergeLook(db, app, { at, noted, look, digest, source }),
  );
  if (changed === null) return null;
  dieAtFaultPoint('merge.merged');
  return { changed };
}

const notedOf = ({ read, next_look_at }: ScrapeToRecord): RecordedScrape => ({
  looked_at: read.read_at,
  next_look_at,
  outcome: read.outcome,
  cause: causeOf(read),
  note: noteOf(read),
  opens_at: read.outcome === 'not_released' ? read.opens_at : null,
});

function causeOf(read: DayScrapeResult): string | null {
  if (read.outcome === 'failed') return read.cause;
  return read.outcome === 'times' && read.odd ? UNREADABLE_ROWS_CAUSE : null;
}

function noteOf(read: DayScrapeResult): string {
  if (read.outcome === 'failed') return read.note;
  if (read.outcome === 'times' && read.odd) return unreadableRowsText(read.odd);
  return read.outcome === 'not_released' ? '' : read.warnings.join(' ');
}

/** Returns the open times that a scrape found in a day; null if the scrape learned nothing about the day's times. */
function lookOf(read: DayScrapeResult): ScrapedTimes | null {
  const { read_at } = read;
  if (read.outcome === 'times')
    return { read_at, times: read.times, isComplete: read.complete, oddMinutes: read.odd?.minutes ?? [] };
  const isEmpty = read.outcome === 'not_released' || (read.outcome === 'none' && read.confirmed);
  return isEmpty ? { read_at, times: [], isComplete: true } : null;
}

const countsOf = (open: ScrapeChanges['open']) => ({
  open_count: open.length,
  kinds: countOpenTimesByKind(open),
});

type Merging = {
  at: CourseDay;
  noted: RecordedScrape;
  look: ScrapedTimes;
  digest: string;
  source: CourseIdAtSystem | undefined;
};

async function mergeLook(
  db: Db,
  app: Recording,
  { at, noted, look, digest, source }: Merging,
): Promise<number | null> {
  const [course] = await lockOpenTimes(db, [at.course_id]);
  if (!course) return 0;
  const [before, stored, isStill] = await Promise.all([
    findDayBeforeScrape(db, at),
    findStoredOpenTimes(db, at),
    isStillScrapedFrom(db, at.course_id, source),
  ]);
  if (!isStill) return null;
  if (before.looked_at !== null && Date.parse(before.looked_at) >= Date.parse(look.read_at)) return 0;
  const merge = mergeScrapedTimes(stored, before, look);
  const inserted = await insertOpenTimes(db, at, await rated(db, app, at, merge.inserts));
  await updateOpenTimes(db, merge.updates);
  dieAtFaultPoint('merge.merging');
  await queueLeadsForOpenTimes(db, at.course_id, [...inserted, ...merge.matchable]);
  const { back, gone } = returnedAndGoneIds(stored, merge);
  await publishOpenTimes(db, {
    course_id: at.course_id,
    play_date: at.day,
    new: [...inserted, ...back],
    gone,
  });
  const changed = inserted.length + merge.updates.length;
  await recordMergedScrape(db, at, noted, {
    completed_at: look.isComplete ? look.read_at : before.completed_at,
    released_at: releasedAt(before.released_at, noted, look),
    changed_at: changed > 0 ? look.read_at : before.changed_at,
    digest:
      noted.cause === UNREADABLE_ROWS_CAUSE
        ? null
        : digestAfter(before.digest, { changed, isComplete: look.isComplete, ...merge, digest }),
    ...countsOf(merge.open),
  });
  return changed;
}

function releasedAt(
  before: string | null,
  { outcome }: RecordedScrape,
  { isComplete, read_at }: ScrapedTimes,
) {
  if (outcome === 'not_released') return null;
  return before ?? (isComplete && outcome === 'times' ? read_at : null);
}

type Compared = { changed: number; isComplete: boolean; missedCount: number; digest: string };

// A null digest makes the next scrape compare its open times, which is necessary if this scrape missed any time for the first time.
function digestAfter(before: string | null, { changed, isComplete, missedCount, digest }: Compared) {
  if (isComplete) return missedCount > 0 ? null : digest;
  return changed > 0 ? null : before;
}

async function rated(db: Db, app: Recording, { course_id, day }: CourseDay, times: OpenTimeToInsert[]) {
  if (times.length === 0) return [];
  const rateAt = await loadDayRates(db, app, { course_id, play_date: day });
  return times.map((time) => ({
    ...time,
    rate_id: rateAt(formatCourseTime(time.available_time))?.rate.id ?? null,
  }));
}
