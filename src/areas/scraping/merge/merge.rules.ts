/** A time as a scrape found it (`OpenTime` of the course systems). */
export type ScrapedTime = {
  /** `HH:MM` on the course's clock. */
  time: string;
  /** Its instant, ISO in UTC. */
  starts_at: string;
  starting_side: string | null;
  holes: number | null;
  /** Party sizes, ascending. */
  spots: readonly number[];
  offers: readonly object[];
};

/** A stored row of the day; instants are ISO in UTC. */
export type StoredTime = {
  id: number;
  /** The wall clock as a number: 742 is 07:42. */
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

/** The state of the day before the scrape; instants, null if there was none. */
export type DayBefore = {
  /** The last scrape that read the whole day. */
  completed_at: string | null;
  /** The first such scrape that found a time since the day was last reported as not released. */
  released_at: string | null;
};

/** A scrape that found times: all of the day (`isComplete`), or some of them. */
export type Scrape = {
  read_at: string;
  times: readonly ScrapedTime[];
  isComplete: boolean;
  /** The minutes (`HH:MM`) of rows that could not be read: their known times stay. */
  oddMinutes?: readonly string[];
};

export type TimeToInsert = Omit<StoredTime, 'id' | 'missed_at' | 'gone_at'>;
export type Merge = {
  inserts: TimeToInsert[];
  /** The new state of rows; each differs from the stored one. */
  updates: StoredTime[];
  /** The ids of updated rows that a party may newly fit: times that came back, or have other party sizes. */
  matchable: number[];
  /** The number of times missed for the first time, which the next scrape has to compare again. */
  missedCount: number;
  /** The times that can be booked afterwards, including those missed for the first time. */
  open: Open[];
};

type Open = { holes: number | null; starting_side: string | null };
/** The number of open times with a number of holes from a starting side. */
export type KindCount = { holes: number | null; starting_side: string; open_count: number };

/** A time that comes back sooner than this after it was first missed was only held, and is not new. */
const HELD_MS = 15 * 60_000;

/**
 * Returns the changes that a scrape makes in the rows of its day, by docs/algorithms/open-times.md. It contains differences only:
 * a scrape that found the stored times changes nothing. A time is missed by a complete scrape that does not list it, and gone
 * when the next complete scrape misses it too; a time that has passed is never missed.
 */
export function mergeDay(stored: readonly StoredTime[], before: DayBefore, look: Scrape): Merge {
  const isNews = look.isComplete && before.completed_at !== null && before.released_at !== null;
  const rows = new Map(stored.map((row) => [identityOf(row), row]));
  const merge: Merge = { inserts: [], updates: [], matchable: [], missedCount: 0, open: [] };
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

/** Returns the number of times of each kind. */
export function countByKind(open: readonly Open[]): KindCount[] {
  const kinds = new Map<string, KindCount>();
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
const isToCome = ({ starts_at }: { starts_at: string }, { read_at }: Scrape): boolean =>
  Date.parse(starts_at) > Date.parse(read_at);

const isOddMinute = ({ available_time }: StoredTime, { oddMinutes = [] }: Scrape): boolean =>
  oddMinutes.some((minute) => numberOf(minute) === available_time);

/** Returns the offer, with the known party sizes if one of the rows of its minute could not be read. */
function withKnown(offered: ScrapedTime, row: StoredTime, look: Scrape): ScrapedTime {
  if (row.gone_at !== null || !isOddMinute(row, look)) return offered;
  return {
    ...offered,
    spots: [...new Set([...row.spots, ...offered.spots])].toSorted((one, other) => one - other),
  };
}

const rowOf = (offered: ScrapedTime, new_at: string | null): TimeToInsert => ({
  available_time: numberOf(offered.time),
  starting_side: offered.starting_side ?? '',
  holes: offered.holes,
  spots: offered.spots,
  offers: offered.offers,
  starts_at: offered.starts_at,
  new_at,
});

type Seen = { offered: ScrapedTime; isNews: boolean; read_at: string };

function seeAgain(merge: Merge, row: StoredTime, { offered, isNews, read_at }: Seen): void {
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

function miss(merge: Merge, row: StoredTime, look: Scrape): void {
  const { isComplete, read_at } = look;
  if (isOddMinute(row, look)) return void merge.open.push(row);
  if (isComplete && row.missed_at !== null) return void merge.updates.push({ ...row, gone_at: read_at });
  merge.open.push(row);
  if (!isComplete) return;
  merge.updates.push({ ...row, missed_at: read_at });
  merge.missedCount += 1;
}

/** Returns the ids of the stored times that came back, and of those that are gone. */
export function sheetChanges(stored: readonly StoredTime[], { updates }: Pick<Merge, 'updates'>) {
  const before = new Map(stored.map((row) => [row.id, row.gone_at]));
  const back = updates.filter(({ id, gone_at }) => gone_at === null && before.get(id));
  const gone = updates.filter(({ id, gone_at }) => gone_at !== null && !before.get(id));
  return { back: back.map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** Returns a text of the offers that is independent of their order and of the order of their fields. */
const offersText = (offers: unknown): string =>
  Array.isArray(offers) ? JSON.stringify(offers.map(sortedText).toSorted()) : '';
const sortedText = (offer: unknown): string =>
  typeof offer === 'object' && offer !== null
    ? JSON.stringify(Object.entries(offer).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(offer);

/**
 * Returns a text of all times that a scrape found, which is equal for equal times; its digest tells if there is anything to
 * compare.
 */
export const sheetText = (times: readonly ScrapedTime[]): string =>
  JSON.stringify(
    times
      .map(({ time, starting_side, holes, spots, starts_at, offers }) =>
        JSON.stringify([time, starting_side ?? '', holes, spots, Date.parse(starts_at), offersText(offers)]),
      )
      .toSorted(),
  );
