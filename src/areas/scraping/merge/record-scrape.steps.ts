import { createHash } from 'node:crypto';
import type { DayRead } from '../../../integrations/course/course-system.ts';
import { transact } from '../../../server/database/transact.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { dayRates } from '../../rates/choice/rate-for.queries.ts';
import { ODD_ROWS_CAUSE, oddText } from '../odd-rows/odd-rows.rules.ts';
import { courseClock } from '../../rates/open-times/rate-open-times.queries.ts';
import { publishOpenTimes } from '../../webhooks/publish.queries.ts';
import { queueOpenTimes } from '../../wait-list/matching/matching.queries.ts';
import {
  dayBefore,
  insertTimes,
  isStillAt,
  noteScrape,
  noteMerged,
  noteUnchanged,
  storedTimes,
  updateTimes,
  type CourseDay,
  type RecordedScrape,
  type ScrapedCourse,
} from './merge.queries.ts';
import {
  countByKind,
  mergeDay,
  sheetChanges,
  sheetText,
  type Scrape,
  type Merge,
  type TimeToInsert,
} from './merge.rules.ts';

type Recording = Pick<AppContext, 'db' | 'now' | 'settings'>;

/** A scrape of a course's day, and the instant (ISO, UTC) of the day's next scrape. */
export type ScrapeToRecord = CourseDay & {
  read: DayRead;
  next_look_at: string;
  /** The course system and id that were scraped; absent if the source does not matter. */
  source?: ScrapedCourse;
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
    if (!(await isStillAt(app.db, course_id, source))) return null;
    await noteScrape(app.db, at, noted);
    return { changed: 0 };
  }
  const digest = createHash('sha256').update(sheetText(look.times)).digest('base64url');
  const { open } = mergeDay([], { completed_at: null, released_at: null }, look);
  // The open times at the minute of an unreadable row can only be found by comparing with the stored times.
  const isPlain = look.isComplete && noted.cause === null;
  if (isPlain && (await noteUnchanged(app.db, at, { noted, digest, source, ...countsOf(open) })))
    return { changed: 0 };
  const changed = await transact(app.db, (db) => mergeLook(db, app, { at, noted, look, digest, source }));
  if (changed === null) return null;
  faultPoint('merge.merged');
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

function causeOf(read: DayRead): string | null {
  if (read.outcome === 'failed') return read.cause;
  return read.outcome === 'times' && read.odd ? ODD_ROWS_CAUSE : null;
}

function noteOf(read: DayRead): string {
  if (read.outcome === 'failed') return read.note;
  if (read.outcome === 'times' && read.odd) return oddText(read.odd);
  return read.outcome === 'not_released' ? '' : read.warnings.join(' ');
}

/** Returns the open times that a scrape found in a day; null if the scrape learned nothing about the day's times. */
function lookOf(read: DayRead): Scrape | null {
  const { read_at } = read;
  if (read.outcome === 'times')
    return { read_at, times: read.times, isComplete: read.complete, oddMinutes: read.odd?.minutes ?? [] };
  const isEmpty = read.outcome === 'not_released' || (read.outcome === 'none' && read.confirmed);
  return isEmpty ? { read_at, times: [], isComplete: true } : null;
}

const countsOf = (open: Merge['open']) => ({ open_count: open.length, kinds: countByKind(open) });

type Merging = {
  at: CourseDay;
  noted: RecordedScrape;
  look: Scrape;
  digest: string;
  source: ScrapedCourse | undefined;
};

async function mergeLook(
  db: Db,
  app: Recording,
  { at, noted, look, digest, source }: Merging,
): Promise<number | null> {
  const [course] = await lockOpenTimes(db, [at.course_id]);
  if (!course) return 0;
  const [before, stored, isStill] = await Promise.all([
    dayBefore(db, at),
    storedTimes(db, at),
    isStillAt(db, at.course_id, source),
  ]);
  if (!isStill) return null;
  if (before.looked_at !== null && Date.parse(before.looked_at) >= Date.parse(look.read_at)) return 0;
  const merge = mergeDay(stored, before, look);
  const inserted = await insertTimes(db, at, await rated(db, app, at, merge.inserts));
  await updateTimes(db, merge.updates);
  faultPoint('merge.merging');
  await queueOpenTimes(db, at.course_id, [...inserted, ...merge.matchable]);
  const { back, gone } = sheetChanges(stored, merge);
  await publishOpenTimes(db, {
    course_id: at.course_id,
    play_date: at.day,
    new: [...inserted, ...back],
    gone,
  });
  const changed = inserted.length + merge.updates.length;
  await noteMerged(db, at, noted, {
    completed_at: look.isComplete ? look.read_at : before.completed_at,
    released_at: releasedAt(before.released_at, noted, look),
    changed_at: changed > 0 ? look.read_at : before.changed_at,
    digest:
      noted.cause === ODD_ROWS_CAUSE
        ? null
        : digestAfter(before.digest, { changed, isComplete: look.isComplete, ...merge, digest }),
    ...countsOf(merge.open),
  });
  return changed;
}

function releasedAt(before: string | null, { outcome }: RecordedScrape, { isComplete, read_at }: Scrape) {
  if (outcome === 'not_released') return null;
  return before ?? (isComplete && outcome === 'times' ? read_at : null);
}

type Compared = { changed: number; isComplete: boolean; missedCount: number; digest: string };

// A null digest makes the next scrape compare its open times, which is necessary if this scrape missed any time for the first time.
function digestAfter(before: string | null, { changed, isComplete, missedCount, digest }: Compared) {
  if (isComplete) return missedCount > 0 ? null : digest;
  return changed > 0 ? null : before;
}

async function rated(db: Db, app: Recording, { course_id, day }: CourseDay, times: TimeToInsert[]) {
  if (times.length === 0) return [];
  const rateAt = await dayRates(db, app, { course_id, play_date: day });
  return times.map((time) => ({
    ...time,
    rate_id: rateAt(courseClock(time.available_time))?.rate.id ?? null,
  }));
}
