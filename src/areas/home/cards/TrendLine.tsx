import { formatDay, formatMonth } from '../../../contract/dates.ts';
import { Sparkline } from '../../../web/components/Sparkline.tsx';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import type { Period, Trend } from '../../sales/period.contract.ts';

type Props = {
  trend: Trend;
  period: Period;
  today: string;
  /** The card's name, which distinguishes the buttons of several cards for screen readers. */
  of: string;
  /** The noun for the counted records. */
  noun: string;
};

/**
 * Shows the last 30 days or 12 months as a small line chart, and as a table for people who want numbers or cannot see the chart.
 */
export function TrendLine({ trend, period: { isMonthly, date }, today, of, noun }: Props) {
  const read = isMonthly ? formatMonth : formatDay;
  const length = `${trend.length} ${isMonthly ? 'months' : 'days'}`;
  const isNow = isMonthly ? date.slice(0, 7) === today.slice(0, 7) : date === today;
  const title = isNow ? `Last ${length}` : `${length} to ${read(date)}`;
  return (
    <div className="trend">
      <Sparkline counts={trend.map(({ count }) => count)} label={`${noun}, ${title.toLowerCase()}`} />
      <details>
        <summary>
          {title}
          <span className="unseen">, {of}</span>
        </summary>
        <table aria-label={`${noun}, ${title.toLowerCase()}`}>
          <thead>
            <tr>
              <th scope="col">{isMonthly ? 'Month' : 'Day'}</th>
              <th scope="col">{noun}</th>
            </tr>
          </thead>
          <tbody>
            {trend.toReversed().map(({ from, count }) => (
              <tr key={from}>
                <th scope="row">{read(from)}</th>
                <td>{formatWithCommas(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
