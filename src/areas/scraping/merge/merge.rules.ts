/** An open time as a scrape found it (`OpenTime` of the course systems). */
export type ScrapedOpenTime = {
  /** The time as `HH:MM` on the course's clock. */
  time: string;
  /** The instant at which the open time begins, ISO in UTC. */
  starts_at: string;
  starting_side: string | null;
  holes: number | null;
  /** The party sizes that can be booked, ascending. */
  spots: readonly number[];
  offers: readonly object[];
};

/** A stored open time of the day; instants are ISO in UTC. */
export type StoredOpenTime = {
  id: number;
  /** The course's wall clock as a number: 742 is 07:42. */
  available_time: number;
  starting_side: string;
  holes: number | null;
  spots: readonly number[];
  offers: unknown;
  starts_at: string;
  new_at: string | null;
  missed_at: string | null;
  gone_at: string | null;
};

/** The state of a course's day before the scrape; the instants are null if no such scrape was made. */
export type DayBeforeScrape = {
  /** The last scrape that read the whole day. */
  completed_at: string | null;
  /** The first scrape that read the whole day and found a time, since the day was last reported as not released. */
  released_at: string | null;
};

/** The open times that a scrape found: all of the day (`isComplete`), or some of them. */
export type ScrapedTimes = {
  read_at: string;
  times: readonly ScrapedOpenTime[];
  isComplete: boolean;
  /** The minutes (`HH:MM`) of rows that could not be read; the known times at these minutes stay open. */
  oddMinutes?: readonly string[];
};

export type OpenTimeToInsert = Omit<StoredOpenTime, 'id' | 'missed_at' | 'gone_at'>;
export type ScrapeChanges = {
  inserts: OpenTimeToInsert[];
  /** The new state of each stored open time that changed. */
  updates: StoredOpenTime[];
  /** The ids of updated open times that a waiting party may newly fit, because the time came back or has other party sizes. */
  matchable: number[];
  /** The number of open times that this scrape missed for the first time; the next scrape must compare the day again. */
  missedCount: number;
  /** The open times that can be booked after the scrape, including those missed for the first time. */
  open: Open[];
};

type Open = { holes: number | null; starting_side: string | null };
/** The number of open times with a number of holes from a starting side. */
export type OpenTimeKindCount = { holes: number | null; starting_side: string; open_count: number };

/**
 * An open time that comes back sooner than this after a scrape first missed it was only held by another customer, and is not new.
 */
const HELD_MS = 15 * 60_000;

/**
 * Returns the changes that a scrape makes to the stored times of its day, by docs/algorithms/open-times.md. A scrape that found the
 * stored times changes nothing. A complete scrape misses a time that it does not list; the time is gone when the next complete
 * scrape misses it too. A time that has passed is never missed.
 */
export function mergeScrapedTimes(
  stored: readonly StoredOpenTime[],
  before: DayBeforeScrape,
  look: ScrapedTimes,
): ScrapeChanges {
  const isNews = look.isComplete && before.completed_at !== null && before.released_at !== null;
  const rows = new Map(stored.map((row) => [identityOf(row), row]));
  const merge: ScrapeChanges = { inserts: [], updates: [], matchable: [], missedCount: 0, open: [] };
  for (const offered of look.times) {
    const identity = identityOf({ ...offered, available_time: numberOf(offered.time) });
    const row = rows.get(identity);
    rows.delete(identity);
    if (row) seeAgain(merge, row, { offered: withKnown(offered, row, look), isNews, read_at: look.read_at });
    else merge.inserts.push(rowOf(offered, isNews ? look.read_at : null));
    if (isToCome(offered, look)) merge.open.push(offered);
  }
  for (const row of rows.values()) if (row.gone_at === null && isToCome(row, look)) miss(merge, row, look);
  return merge;
}

/** Returns the number of open times of each kind (holes and starting side). */
export function countOpenTimesByKind(open: readonly Open[]): OpenTimeKindCount[] {
  const kinds = new Map<string, OpenTimeKindCount>();
  for (const { holes, starting_side } of open) {
    const key = `${holes} ${starting_side ?? ''}`;
    const kind = kinds.get(key) ?? { holes, starting_side: starting_side ?? '', open_count: 0 };
    kind.open_count += 1;
    kinds.set(key, kind);
  }
  return [...kinds.values()];
}

const identityOf = (time: { available_time: number; starting_side: string | null; holes: number | null }) =>
  `${time.available_time} ${time.holes ?? ''} ${time.starting_side ?? ''}`;
const numberOf = (time: string): number => Number(time.replace(':', ''));
const isToCome = ({ starts_at }: { starts_at: string }, { read_at }: ScrapedTimes): boolean =>
  Date.parse(starts_at) > Date.parse(read_at);

const isOddMinute = ({ available_time }: StoredOpenTime, { oddMinutes = [] }: ScrapedTimes): boolean =>
  oddMinutes.some((minute) => numberOf(minute) === available_time);

/** Returns the scraped time, with the known party sizes added if a row of the same minute could not be read. */
function withKnown(offered: ScrapedOpenTime, row: StoredOpenTime, look: ScrapedTimes): ScrapedOpenTime {
  if (row.gone_at !== null || !isOddMinute(row, look)) return offered;
  return {
    ...offered,
    spots: [...new Set([...row.spots, ...offered.spots])].toSorted((one, other) => one - other),
  };
}

const rowOf = (offered: ScrapedOpenTime, new_at: string | null): OpenTimeToInsert => ({
  available_time: numberOf(offered.time),
  starting_side: offered.starting_side ?? '',
  holes: offered.holes,
  spots: offered.spots,
  offers: offered.offers,
  starts_at: offered.starts_at,
  new_at,
});

type Seen = { offered: ScrapedOpenTime; isNews: boolean; read_at: string };

function seeAgain(merge: ScrapeChanges, row: StoredOpenTime, { offered, isNews, read_at }: Seen): void {
  const isBack = row.gone_at !== null;
  const wasAway = isBack && Date.parse(read_at) - Date.parse(row.missed_at ?? read_at) > HELD_MS;
  const spotsDiffer = String(row.spots) !== String(offered.spots);
  const isSame =
    row.missed_at === null &&
    !spotsDiffer &&
    Date.parse(row.starts_at) === Date.parse(offered.starts_at) &&
    offersText(row.offers) === offersText(offered.offers);
  if (isSame) return;
  const new_at = isNews && wasAway ? read_at : row.new_at;
  merge.updates.push({ ...row, ...rowOf(offered, new_at), missed_at: null, gone_at: null });
  if (isBack || spotsDiffer) merge.matchable.push(row.id);
}

function miss(merge: ScrapeChanges, row: StoredOpenTime, look: ScrapedTimes): void {
  const { isComplete, read_at } = look;
  if (isOddMinute(row, look)) return void merge.open.push(row);
  if (isComplete && row.missed_at !== null) return void merge.updates.push({ ...row, gone_at: read_at });
  merge.open.push(row);
  if (!isComplete) return;
  merge.updates.push({ ...row, missed_at: read_at });
  merge.missedCount += 1;
}

/** Returns the ids of the stored open times that came back, and the ids of those that are gone. */
export function returnedAndGoneIds(
  stored: readonly StoredOpenTime[],
  { updates }: Pick<ScrapeChanges, 'updates'>,
) {
  const before = new Map(stored.map((row) => [row.id, row.gone_at]));
  const back = updates.filter(({ id, gone_at }) => gone_at === null && before.get(id));
  const gone = updates.filter(({ id, gone_at }) => gone_at !== null && !before.get(id));
  return { back: back.map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** Returns a text of a time's offers that does not depend on their order or on the order of their fields. */
const offersText = (offers: unknown): string =>
  Array.isArray(offers) ? JSON.stringify(offers.map(sortedText).toSorted()) : '';
const sortedText = (offer: unknown): string =>
  typeof offer === 'object' && offer !== null
    ? JSON.stringify(Object.entries(offer).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(offer);

/**
 * Returns a text of all open times that a scrape found, equal for equal times. The digest of the text tells if there is anything to
 * compare.
 */
export const scrapedTimesText = (times: readonly ScrapedOpenTime[]): string =>
  JSON.stringify(
    times
      .map(({ time, starting_side, holes, spots, starts_at, offers }) =>
        JSON.stringify([time, starting_side ?? '', holes, spots, Date.parse(starts_at), offersText(offers)]),
      )
      .toSorted(),
  );
