import { formatMoney } from '../../../contract/money.ts';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { sendCall } from '../../../web/sending/send.ts';
import type { Period } from '../../sales/period.contract.ts';
import { teeTimeSummaries, type TeeTimeSummary } from '../../tee-times/summary/summary.contract.ts';
import { useSummary } from '../useSummary.ts';
import { HomeCard } from './HomeCard.tsx';
import { comparePeriods, periodName, previousPeriodName } from './change.rules.ts';
import { HomeFigure } from './HomeFigure.tsx';
import { TopCourses } from './TopCourses.tsx';
import { TrendLine } from './TrendLine.tsx';
import { ViewAllLink } from './ViewAllLink.tsx';

type Props = { period: Period; today: string };
const SOURCES = [
  ['internal', 'Internal'],
  ['external', 'External'],
  ['misc', 'Misc'],
] as const;

/** Shows the tee times that were created in a day or a month. */
export function TeeTimeCard({ period, today }: Props) {
  const { date } = period;
  const params = { isMonthly: period.isMonthly ? ('true' as const) : ('false' as const), date };
  const found = useSummary(['tee times', period], async () => {
    const [summary, trend] = await Promise.all([
      sendCall(teeTimeSummaries.show, { params }),
      sendCall(teeTimeSummaries.trend, { params }),
    ]);
    return { summary, trend };
  });
  const title = `Tee times, ${periodName(period, today)}`;
  return (
    <HomeCard
      title={title}
      found={found}
      link={<ViewAllLink to="/manage-tee-times" period={period} today={today} of={title} />}
    >
      {({ summary, trend }) => (
        <>
          <Figures summary={summary} period={period} today={today} />
          <TrendLine trend={trend} period={period} today={today} of={title} noun="Rounds" />
          <BySource of={title} summary={summary} previous={previousPeriodName(period, today)} />
          <TopCourses
            title="Top internal courses, by rounds"
            courses={summary.internal_courses}
            none="No internal rounds."
          />
          <TopCourses
            title="Top external courses, by rounds"
            courses={summary.external_courses}
            none="No external rounds."
          />
        </>
      )}
    </HomeCard>
  );
}

function Figures({ summary, ...when }: Props & { summary: TeeTimeSummary }) {
  const booked = summary.internal_round_count + summary.external_round_count;
  const revenue = summary.internal_revenue + summary.external_revenue + summary.misc_revenue;
  const bookedBefore = summary.previous_internal_round_count + summary.previous_external_round_count;
  const revenueBefore =
    summary.previous_internal_revenue + summary.previous_external_revenue + summary.previous_misc_revenue;
  return (
    <>
      <HomeFigure
        label="Booked total"
        large
        shown={`${formatWithCommas(booked)} ${booked === 1 ? 'round' : 'rounds'}`}
        change={comparePeriods({
          ...when,
          now: booked,
          before: bookedBefore,
          say: formatWithCommas,
          less: 'fewer',
        })}
      />
      <HomeFigure
        label="Revenue"
        shown={formatMoney(revenue)}
        change={comparePeriods({
          ...when,
          now: revenue,
          before: revenueBefore,
          say: formatMoney,
          less: 'less',
        })}
      />
    </>
  );
}

function BySource({ of, summary, previous }: { of: string; summary: TeeTimeSummary; previous: string }) {
  return (
    <table className="by-source" aria-label={`${of}, by source`}>
      <thead>
        <tr>
          <td />
          <th scope="col">Bookings</th>
          <th scope="col">Rounds</th>
          <th scope="col">Revenue</th>
        </tr>
      </thead>
      <tbody>
        {SOURCES.flatMap(([source, label]) => [
          <tr key={source}>
            <th scope="row">{label}</th>
            <td>{formatWithCommas(summary[`${source}_booking_count`])}</td>
            <td>{formatWithCommas(summary[`${source}_round_count`])}</td>
            <td>{formatMoney(summary[`${source}_revenue`])}</td>
          </tr>,
          <tr key={`${source} before`} data-before>
            <th scope="row">
              <span className="unseen">{label}, </span>
              {previous}
            </th>
            <td>{formatWithCommas(summary[`previous_${source}_booking_count`])}</td>
            <td>{formatWithCommas(summary[`previous_${source}_round_count`])}</td>
            <td>{formatMoney(summary[`previous_${source}_revenue`])}</td>
          </tr>,
        ])}
      </tbody>
    </table>
  );
}
