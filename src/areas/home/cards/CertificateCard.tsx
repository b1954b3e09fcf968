import { formatMoney, MINUS_SIGN } from '../../../contract/money.ts';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { sendCall } from '../../../web/sending/send.ts';
import {
  certificateSummaries,
  type CertificateSummary,
} from '../../gift-certificates/summary/summary.contract.ts';
import type { Period } from '../../sales/period.contract.ts';
import { useSummary } from '../useSummary.ts';
import { HomeCard } from './HomeCard.tsx';
import { comparePeriods, periodName, previousPeriodName } from './change.rules.ts';
import { HomeFigure } from './HomeFigure.tsx';
import { TopCourses } from './TopCourses.tsx';
import { TrendLine } from './TrendLine.tsx';
import { ViewAllLink } from './ViewAllLink.tsx';

type Props = { period: Period; today: string };

/** Shows the gift certificates that were sold and redeemed in a day or a month. */
export function CertificateCard({ period, today }: Props) {
  const { date } = period;
  const params = { isMonthly: period.isMonthly ? ('true' as const) : ('false' as const), date };
  const found = useSummary(['gift certificates', period], async () => {
    const [summary, trend] = await Promise.all([
      sendCall(certificateSummaries.show, { params }),
      sendCall(certificateSummaries.trend, { params }),
    ]);
    return { summary, trend };
  });
  const name = periodName(period, today);
  const previous = previousPeriodName(period, today);
  const title = `Certificates, ${name}`;
  return (
    <HomeCard
      title={title}
      found={found}
      link={<ViewAllLink to="/manage-gift-certificates" period={period} today={today} of={title} />}
    >
      {({ summary, trend }) => (
        <>
          <Figures summary={summary} period={period} today={today} />
          <TrendLine trend={trend} period={period} today={today} of={title} noun="Sold" />
          <Beside summary={summary} name={name} previous={previous} />
          <TopCourses
            title="Top course redemptions"
            courses={summary.courses}
            none={`None redeemed${period.isMonthly ? ` in ${name}` : ''}.`}
          />
          {summary.previous_courses.length > 0 && (
            <TopCourses
              title={`Top course redemptions, ${previous}`}
              courses={summary.previous_courses}
              none=""
            />
          )}
        </>
      )}
    </HomeCard>
  );
}

function Figures({ summary, ...when }: Props & { summary: CertificateSummary }) {
  const { sold, revenue, previous_sold, previous_revenue } = summary;
  return (
    <>
      <HomeFigure
        label="Sold"
        large
        shown={`${formatWithCommas(sold)} sold`}
        change={comparePeriods({
          ...when,
          now: sold,
          before: previous_sold,
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
          before: previous_revenue,
          say: formatMoney,
          less: 'less',
        })}
      />
    </>
  );
}

const SIGNS = [MINUS_SIGN, '', '+'];
const signed = (n: number): string => `${SIGNS[Math.sign(n) + 1]}${formatWithCommas(Math.abs(n))}`;

function Beside({
  summary,
  name,
  previous,
}: {
  summary: CertificateSummary;
  name: string;
  previous: string;
}) {
  const { averages, previous_averages } = summary;
  const rows = [
    ['Redeemed', formatWithCommas(summary.redeemed), formatWithCommas(summary.previous_redeemed)],
    [
      'Sold variance',
      signed(summary.sold - summary.redeemed),
      signed(summary.previous_sold - summary.previous_redeemed),
    ],
    ['Mean', formatMoney(averages.mean), formatMoney(previous_averages.mean)],
    ['Median', formatMoney(averages.median), formatMoney(previous_averages.median)],
    ['Mode', formatMoney(averages.mode), formatMoney(previous_averages.mode)],
  ] as const;
  return (
    <table className="beside" aria-label={`Certificates, ${name} and ${previous}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{name}</th>
          <th scope="col">{previous}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, now, before]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{now}</td>
            <td data-before>{before}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
