// Benchmarks K1 to K3: every sort and every filter of every list of the catalog, beside SQL written by hand.
import { requestPageWithCount, textBeginnings, expectSameAnswers } from './list-rows.mjs';
import { measureTimesInTurn, measureTimes } from './measure.mjs';
import { REFERENCE_LISTS } from './reference-lists.mjs';

// Filters that take a whole value; all other filters search for parts of a middle row's text.
const EXACT = new Set(
  [
    'id',
    'type',
    'created_at',
    'value',
    'balance',
    'delivery_method',
    'inactive',
    'internal_only',
    'rate',
    'disabled',
  ].concat(
    [
      'archived',
      'start_date',
      'end_date',
      'is_dollars',
      'amount',
      'enabled',
      'min_players',
      'groups',
      'order',
      'course_id',
    ],
    ['cost', 'charge', 'handed', 'sex', 'dates', 'days', 'holiday_id'],
    ['gift_certificate_stack', 'min_discount', 'max_discount', 'max_players'],
  ),
);
// The values for filters that take no part of a row's text, such as days, where a single letter means maintenance or
// holiday.
const ASKED = { archived: 'false', days: 'Mon', course_id: '7', dates: '2026-12-01', holiday_id: '5' };

const read = async (asking) => {
  const [index, count] = await asking();
  return { rows: JSON.parse(index.body), total: JSON.parse(count.body) };
};

/**
 * Returns all requests of a list: its first and a deep page by every sort, in both directions, and every filter. `fixed` is
 * the list's mode, which all requests share.
 */
async function everyQuestion(bench, list, fixed) {
  const { rows, total } = await read(
    requestPageWithCount(bench, bench.ric, { list, filters: fixed, page: 1 }),
  );
  const deep = Math.max(1, Math.floor((total * 0.9) / 30));
  const middle =
    deep > 1
      ? (
          await read(
            requestPageWithCount(bench, bench.ric, { list, filters: fixed, page: Math.ceil(deep / 2) }),
          )
        ).rows
      : rows;
  const { sorts, filters } = REFERENCE_LISTS[list];
  const pages = [...new Set([1, deep])];
  const sorted = Object.keys(sorts).flatMap((name) =>
    [false, true].flatMap((down) =>
      pages.map((page) => ({ list, filters: fixed, sort_fields: [name], sort_desc: [down], page })),
    ),
  );
  const filtered = Object.keys(filters).flatMap((name) => {
    const shown = ASKED[name] ?? middle.find((row) => row[name] !== null && row[name] !== '')?.[name];
    if (shown === undefined || name in fixed) return [];
    const parts = EXACT.has(name)
      ? [String(name === 'created_at' ? shown.slice(0, 10) : shown)]
      : textBeginnings(shown);
    return parts.map((typed) => ({ list, filters: { ...fixed, [name]: typed } }));
  });
  return [...sorted, ...filtered];
}

const QUICK_MS = 120;
const timed = (bench, asked, rounds, forMs) =>
  measureTimesInTurn(
    {
      ric: requestPageWithCount(bench, bench.ric, asked),
      reference: requestPageWithCount(bench, bench.reference, asked),
    },
    rounds,
    { measure: (work) => measureTimes(work, forMs) },
  );

/**
 * Returns the worst ratio of all requests: each request is measured briefly, and the five worst again as long as any other
 * benchmark.
 */
async function worstOf(bench, modes) {
  const questions = [];
  for (const [list, fixed = {}] of modes) questions.push(...(await everyQuestion(bench, list, fixed)));
  const tried = [];
  for (const asked of questions) {
    await expectSameAnswers({
      ric: requestPageWithCount(bench, bench.ric, asked),
      reference: requestPageWithCount(bench, bench.reference, asked),
    }).catch((error) => {
      throw new Error(`${JSON.stringify(asked)}: ${error.message}`);
    });
    const { ric, reference } = await timed(bench, asked, 2, QUICK_MS);
    tried.push([ric / reference, asked]);
  }
  const worst = [];
  for (const [, asked] of tried.toSorted(([a], [b]) => b - a).slice(0, 5)) {
    const found = await timed(bench, asked, bench.rounds, 600);
    worst.push({ ...found, ratio: found.ric / found.reference, asked });
  }
  worst.sort((a, b) => b.ratio - a.ratio);
  const named = worst.slice(0, 3).map(({ ratio, asked }) => `${JSON.stringify(asked)} ${ratio.toFixed(2)}x`);
  const [{ ric, reference }] = worst;
  return { ric, reference, note: `${questions.length} questions; worst ${named.join(', ')}` };
}

const row = (id, work, modes) => ({
  id,
  work,
  unit: 'ms',
  targets: { reference: 2 },
  run: (bench) => worstOf(bench, modes),
});

const LARGE = ['tee_times', 'customers', 'gift_certificates', 'fore_up_availability'];
export const CATALOGUE_ROWS = [
  row('K1', 'customers: every sort and filter, three modes; the worst', [
    ['customers'],
    ['customers', { type: 'Customer' }],
    ['customers', { type: 'GiftCertificateRecipient' }],
  ]),
  row('K2', 'certificates: every sort and filter; the worst', [['gift_certificates']]),
  row(
    'K3',
    'every other catalogue list, sort and filter; the worst',
    Object.keys(REFERENCE_LISTS)
      .filter((list) => !LARGE.includes(list))
      .map((list) => [list]),
  ),
];
