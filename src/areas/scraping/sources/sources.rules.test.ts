import { describe, expect, test } from 'vitest';
import { timeAgoText } from '../../../contract/ages.ts';
import { courseStatesLine, timeUntilText } from './age.rules.ts';
import {
  scrapeOverloadWarning,
  scrapingStatus,
  warnIfTimesMissing,
  type ScrapingFacts,
} from './sources.rules.ts';

const NOW = new Date('2031-05-01T12:00:00Z');
const before = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const DAY = 24 * 60;

const GOOD: ScrapingFacts = {
  system: 'GolfNow',
  since: before(90 * DAY),
  failures: 0,
  failing_since: null,
  cause: null,
  note: '',
  times_at: before(1),
  looked_at: before(1),
  next_look_at: before(-1),
  host_wait_until: null,
  host_cause: null,
};
const failing = (cause: string, failures: number, minutes = 41): Partial<ScrapingFacts> => ({
  cause,
  failures,
  failing_since: before(minutes),
  note: 'GolfNow said so.',
});

describe('how a course is', () => {
  const cases: [string, Partial<ScrapingFacts>, string, string][] = [
    ['is well', {}, 'good', 'as it should be'],
    ['is new', { looked_at: null, times_at: null, since: before(0) }, 'good', 'waits for its first scrape'],
    [
      'is blocked',
      failing('blocked', 5),
      'needs_somebody',
      'refused 5 times: 403. It is asked again in 1:00; ask GolfNow.',
    ],
    [
      'was blocked once',
      failing('blocked', 1),
      'needs_somebody',
      'refused once: 403. It is asked again in 1:00; ask GolfNow.',
    ],
    [
      'was blocked and is asked for',
      failing('blocked', 0),
      'needs_somebody',
      'refused: 403. It is asked again in 1:00; ask GolfNow.',
    ],
    ['is asked to wait', failing('limited', 3), 'late', 'asked us to wait (429), going slower'],
    ['is not there', failing('unreachable', 2), 'late', 'failed 2 times: it cannot be reached'],
    [
      'is not there for a day',
      failing('timed_out', 50, DAY),
      'needs_somebody',
      'failed 50 times: it does not answer in time. It has been so for a day: ask GolfNow.',
    ],
    [
      'is not there for three days',
      failing('broken', 150, 3 * DAY),
      'needs_somebody',
      'failed 150 times: it reports an error, for 3 days: moved to another system? Scraped once a week.',
    ],
    [
      'has a wrong id',
      failing('wrong_ids', 1),
      'needs_somebody',
      "GolfNow said so. Change it on the course's form.",
    ],
    [
      'has moved',
      failing('moved', 1),
      'needs_somebody',
      'GolfNow said so. Ask the course, and change its form.',
    ],
    [
      'withdrew',
      failing('permission', 1),
      'needs_somebody',
      'the course has not let us in at GolfNow: ask the course.',
    ],
    [
      'refuses our sign-in',
      failing('credentials', 1),
      'needs_somebody',
      "GolfNow refuses our sign-in: check RIC's settings.",
    ],
    [
      'cannot be read',
      failing('unreadable', 2),
      'needs_somebody',
      'GolfNow said so. Ask the operator of RIC.',
    ],
    [
      'has no times for nine days',
      { times_at: before(9 * DAY) },
      'late',
      'answers, but has had no time for 9 days: moved to another system?',
    ],
    [
      'is dark',
      { times_at: before(31 * DAY) },
      'needs_somebody',
      'answers, but has had no time for 31 days: moved to another system? Scraped once a week.',
    ],
    [
      'has a host that is left alone',
      { host_wait_until: before(-4), host_cause: 'unreachable' },
      'late',
      'GolfNow is paused: it cannot be reached',
    ],
    [
      'had a host that was left alone',
      { host_wait_until: before(1), host_cause: 'limited' },
      'good',
      'as it should be',
    ],
    ['is behind the plan', { next_look_at: before(25) }, 'late', '25 min behind the plan'],
    ['is far behind', { next_look_at: before(300) }, 'late', '5 h behind the plan'],
    ['somebody asked for', { next_look_at: '1970-01-01T00:00:00.000000Z' }, 'good', 'will be scraped next'],
  ];
  test.each(cases)('that %s', (_, facts, state, how) =>
    expect(scrapingStatus({ ...GOOD, ...facts }, NOW)).toEqual({ state, how }),
  );
});

test.each([
  [9, 40, 'late', 'has 9 times where 40 are usual: is its list whole?'],
  [10, 40, 'good', 'as it should be'],
  [0, 19, 'good', 'as it should be'],
  [0, null, 'good', 'as it should be'],
])('%s times where %s are usual', (open_count, usual, state, how) => {
  const sheet = { open_count, usual, kinds: [] };
  expect(warnIfTimesMissing(scrapingStatus(GOOD, NOW), sheet)).toEqual({ state, how });
  // A course with another problem keeps the message about that problem, which says more.
  const blocked = scrapingStatus({ ...GOOD, ...failing('blocked', 5) }, NOW);
  expect(warnIfTimesMissing(blocked, sheet)).toEqual(blocked);
});

describe('times of one kind', () => {
  // The number of holes, the starting side, the number of open times now, and the usual number.
  type Kind = [holes: number | null, side: string, open_count: number, usual: number];
  const ONLY_18 = 'all its times are for 18 holes, where 60 for 9 holes are usual too: is its list whole?';
  const cases: [string, Kind[], string][] = [
    [
      'both as usual',
      [
        [9, '', 50, 60],
        [18, '', 80, 80],
      ],
      'as it should be',
    ],
    [
      '18 alone, where 9 are usual too',
      [
        [9, '', 0, 60],
        [18, '', 80, 80],
      ],
      ONLY_18,
    ],
    [
      '18 alone, whose nines begin on both sides',
      [
        [9, 'Front', 0, 41],
        [9, 'Back', 0, 19],
        [18, 'Front', 80, 80],
      ],
      ONLY_18,
    ],
    [
      '9 alone, where 18 are usual too',
      [
        [9, '', 60, 60],
        [18, '', 0, 80],
      ],
      'all its times are for 9 holes, where 80 for 18 holes are usual too: is its list whole?',
    ],
    [
      'the first side alone',
      [
        [9, 'Front', 60, 60],
        [18, 'Front', 80, 80],
        [9, 'Back', 0, 20],
      ],
      'all its times are from Front, where 20 from Back are usual too: is its list whole?',
    ],
    [
      '18 alone, where there were few 9',
      [
        [9, '', 0, 19],
        [18, '', 80, 80],
      ],
      'as it should be',
    ],
    ['18 alone, as ever', [[18, '', 80, 80]], 'as it should be'],
    ['18 alone, for the first time counted', [[18, '', 80, 0]], 'as it should be'],
    [
      'one that is not told by how many holes',
      [
        [null, '', 80, 40],
        [18, '', 0, 40],
      ],
      'as it should be',
    ],
    [
      'a few of the other kind left',
      [
        [9, '', 1, 60],
        [18, '', 80, 80],
      ],
      'as it should be',
    ],
  ];
  test.each(cases)('%s', (_, kinds, how) => {
    const sheet = {
      open_count: 80,
      usual: 140,
      kinds: kinds.map(([holes, starting_side, open_count, usual]) => ({
        holes,
        starting_side,
        open_count,
        usual,
      })),
    };
    const state = how === 'as it should be' ? 'good' : 'late';
    expect(warnIfTimesMissing(scrapingStatus(GOOD, NOW), sheet)).toEqual({ state, how });
    // A number of open times far below the usual one is reported instead, because it says more than a missing kind.
    expect(warnIfTimesMissing(scrapingStatus(GOOD, NOW), { ...sheet, usual: 400 }).how).toContain(
      'has 80 times where 400',
    );
  });
});

test('the plan that does not fit its pace says by how much', () => {
  expect(scrapeOverloadWarning('api.gnsvc.com', 700, 4000)).toBeNull();
  expect(scrapeOverloadWarning('api.gnsvc.com', 1264, 4000)).toBe(
    'The plan does not fit the pace: it wants 1,264 requests an hour at api.gnsvc.com, which bears 720. Scrapes come later than planned; fewer days or fewer realtime courses help.',
  );
  expect(scrapeOverloadWarning('api.gnsvc.com', 1e9, 0)).toBeNull();
});

test('ages and waits are read as people say them', () => {
  const at = NOW.getTime();
  expect([0, 14 / 60, 3, 180, 9 * DAY].map((minutes) => timeAgoText(before(minutes), at))).toEqual([
    '0 s ago',
    '14 s ago',
    '3 min ago',
    '3 h ago',
    '9 days ago',
  ]);
  expect(timeAgoText(null, at)).toBe('never');
  expect([0, -106 / 60, -30, -360].map((minutes) => timeUntilText(before(minutes), at))).toEqual([
    'now',
    'in 1:46',
    'in 30 min',
    'in 6 h',
  ]);
  expect(timeUntilText(null, at)).toBe('–');
});

test('the head line counts', () => {
  const row = (
    state: 'good' | 'late' | 'needs_somebody' | 'not_connected',
    system: string | null = 'foreUP',
  ) => ({ state, system });
  const rows = [
    ...Array.from({ length: 36 }, () => row('good')),
    row('late', 'GolfNow'),
    row('needs_somebody'),
  ];
  expect(courseStatesLine(rows)).toBe(
    '38 courses in two systems · 36 as they should be, 1 late, 1 needs attention',
  );
  expect(courseStatesLine([row('good'), row('not_connected', null)])).toBe(
    '1 course in one system · 1 as it should be, 1 not connected',
  );
  expect(courseStatesLine([row('not_connected')])).toBe(
    '0 courses in no systems · 0 as they should be, 1 not connected',
  );
});
