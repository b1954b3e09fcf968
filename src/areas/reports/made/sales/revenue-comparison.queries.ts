import { sql } from 'kysely';
import type { Column, Row } from '../../../../server/workbook/workbook.ts';
import { salesOf } from '../../../sales/sales-days.queries.ts';
import type { QueryOf } from '../../reports.contract.ts';
import { Agreement, doesNotAgree, type Posted } from '../../words/agreement.rules.ts';
import { spanRead, wayOf, type Span } from '../../words/period.rules.ts';
import { byText, playedOn, rowsOf, type Asked, type Made } from '../asked.queries.ts';

type Query = QueryOf<'revenue-comparison'>;
type Compared = { course_name: string; rounds: number; before_rounds: number; now: Posted; before: Posted };

/** The two spans that are compared. */
export const spansOf = (query: Query): [Span, Span] => [
  { start_date: query.start_date, end_date: query.end_date },
  { start_date: query.compare_start_date, end_date: query.compare_end_date },
];

const MONEY = ['raw_paid', 'raw_on_account', 'raw_posted_card', 'raw_posted_on_account'];

const ofSpan = ({ query, zone }: Asked<Query>, span: Span) => {
  const from =
    query.date_type === 'Played'
      ? sql`tee_time_figures t where ${playedOn(span)}`
      : sql`${salesOf({ from: span.start_date, to: span.end_date, zone }, 'course')} t`;
  const sums = sql.join(MONEY.map((name) => sql`${name}::text, sum(t.${sql.ref(name)})::bigint`));
  return sql`(select t.course_id, sum(t.rounds)::bigint as rounds, json_build_object(${sums}) as sums from ${from} group by 1)`;
};

const compared = (asked: Asked<Query>) => {
  const [span, before] = spansOf(asked.query);
  const none = sql.lit(JSON.stringify(Object.fromEntries(MONEY.map((name) => [name, 0]))));
  return sql<Compared>`
    select c.course_name, coalesce(a.rounds, 0) as rounds, coalesce(b.rounds, 0) as before_rounds,
      coalesce(a.sums, ${none}::json) as now, coalesce(b.sums, ${none}::json) as before
    from ${ofSpan(asked, span)} a full join ${ofSpan(asked, before)} b on b.course_id = a.course_id
      join courses c on c.id = coalesce(a.course_id, b.course_id)
    order by ${byText(sql`c.course_name`)}, c.id`;
};

/** `2026` and `2025` where each span lies in one year and these differ, else `period` and `comparison`. */
export function namesOf([span, before]: [Span, Span]): [string, string] {
  const [year, yearBefore] = [span, before].map(({ start_date, end_date }) =>
    start_date.slice(0, 4) === end_date.slice(0, 4) ? start_date.slice(0, 4) : null,
  );
  return year && yearBefore && year !== yearBefore ? [year, yearBefore] : ['period', 'comparison'];
}

const columnsOf = ([now, before]: [string, string]): Column[] => [
  { heading: 'Course', kind: 'text' },
  { heading: `Rounds ${now}`, kind: 'number', total: 'sum' },
  { heading: `Rounds ${before}`, kind: 'number', total: 'sum' },
  { heading: 'Difference', kind: 'number', total: 'sum' },
  { heading: `Revenue ${now}`, kind: 'money', total: 'sum' },
  { heading: `Revenue ${before}`, kind: 'money', total: 'sum' },
  { heading: 'Difference', kind: 'money', total: 'sum' },
  {
    heading: 'Percent',
    kind: 'percent',
    total: {
      over: [`Revenue ${now}`],
      minus: [`Revenue ${before}`],
      under: `Revenue ${before}`,
      none: 'new',
    },
  },
];

/** Tenths of a percent, half away from zero; `new` from nothing, and nothing where there is none at all. */
export function changeOf(now: number, before: number): number | 'new' | null {
  if (before === 0) return now === 0 ? null : 'new';
  const tenths = ((now - before) / before) * 1000;
  return Math.sign(tenths) * Math.floor(Math.abs(tenths) + 0.5);
}

const revenueOf = ({ raw_paid, raw_on_account }: Posted): number => raw_paid + raw_on_account;

/** Rounds and revenue of two spans side by side, by course. */
export const revenueComparison: Made<Query> = (asked) => {
  const [now, before] = [new Agreement(), new Agreement()];
  const spans = spansOf(asked.query);
  const row = (one: Compared): Row[] => {
    now.add(one.now);
    before.add(one.before);
    const [rounds, roundsBefore] = [one.rounds, one.before_rounds];
    const [revenue, revenueBefore] = [revenueOf(one.now), revenueOf(one.before)];
    if ([rounds, roundsBefore, revenue, revenueBefore].every((figure) => figure === 0)) return [];
    const change = [revenue - revenueBefore, changeOf(revenue, revenueBefore)];
    return [
      [one.course_name, rounds, roundsBefore, rounds - roundsBefore, revenue, revenueBefore, ...change],
    ];
  };
  const agreement = {
    get offBy() {
      return now.offBy || before.offBy;
    },
  };
  const last = () =>
    agreement.offBy === 0
      ? `Agrees with the ledger: ${now.sum}; before: ${before.sum}.`
      : doesNotAgree(agreement.offBy);
  return {
    title: 'Revenue Comparison',
    period: `${spanRead(spans[0])} against ${spanRead(spans[1])}, by ${wayOf(asked.query.date_type)}`,
    agreement,
    sheets: [
      {
        name: 'Revenue Comparison',
        columns: columnsOf(namesOf(spans)),
        rows: rowsOf(asked.db, compared(asked), row),
        last,
      },
    ],
  };
};
