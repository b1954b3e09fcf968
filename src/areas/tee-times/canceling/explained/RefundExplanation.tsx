import { formatMoney } from '../../../../contract/money.ts';
import type { CancelOptions } from '../../tee-times.contract.ts';
import '../../tee-times.css';
import { explainRefund, type PlannedRefund, type TenderLine } from './explained.rules.ts';

/**
 * Shows, before the button is pressed, what a cancellation or refund does to each tender. The table changes with
 * every tick and digit.
 */
export function RefundExplanation({ options, meant }: { options: CancelOptions; meant: PlannedRefund }) {
  const { lines, says } = explainRefund(options, meant);
  const all = lines.length > 1 ? [...lines, lines.reduce(sumOf)] : lines;
  const wasBack = lines.some(({ before }) => before > 0);
  return (
    <div className="explained">
      {all.length > 0 && (
        <table aria-label="What goes back">
          <thead>
            <tr>
              <th scope="col">Tender</th>
              <th scope="col">Paid</th>
              {wasBack && <th scope="col">Back before</th>}
              <th scope="col">Goes back</th>
              <th scope="col">Stays</th>
            </tr>
          </thead>
          <tbody>
            {all.map((line) => (
              <tr key={line.tender}>
                <th scope="row">{line.tender}</th>
                <td>{formatMoney(line.paid)}</td>
                {wasBack && <td>{formatMoney(line.before)}</td>}
                <td data-goes={Boolean(line.now) || undefined}>{shown(line.now)}</td>
                <td>{shown(line.stays)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p aria-live="polite">{says}</p>
    </div>
  );
}

const shown = (cents: number | null): string => (cents === null ? '–' : formatMoney(cents));

const sumOf = (one: TenderLine, other: TenderLine): TenderLine => ({
  tender: 'Together',
  paid: one.paid + other.paid,
  before: one.before + other.before,
  now: one.now === null || other.now === null ? null : one.now + other.now,
  stays: one.stays === null || other.stays === null ? null : one.stays + other.stays,
});
