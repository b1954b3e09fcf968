import { formatDay } from '../../../../contract/dates.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { countWithNoun } from '../../../../contract/words.ts';
import type { PricedTeeTime, ChangeQuote } from '../round-changes.contract.ts';

const AMOUNTS = [
  ['Charge', (of: PricedTeeTime) => of.raw_charge],
  ['Rental Clubs', (of: PricedTeeTime) => of.raw_rental_amount],
  ['Discount', (of: PricedTeeTime) => 0 - of.raw_discount_amount],
  ['Gift Certificate', (of: PricedTeeTime) => 0 - of.raw_gift_certificate_amount],
  ['Total', (of: PricedTeeTime) => of.raw_total],
] as const;
const ALWAYS = new Set(['Charge', 'Total']);

type TableProps = { before: PricedTeeTime; after: PricedTeeTime | null; keepsPrice?: boolean };
/** Shows a tee time and its price before and, if possible, after the change; unchanged values are less prominent. */
export function QuoteTable({ before, after, keepsPrice = false }: TableProps) {
  const priced = keepsPrice ? before : after;
  const lines = AMOUNTS.map(([label, of]) => ({
    label,
    was: of(before),
    is: after && priced && of(priced),
  })).filter(({ label, was, is }) => ALWAYS.has(label) || was !== 0 || (is ?? 0) !== 0);
  return (
    <table className="quote" aria-label="Round and price">
      <thead>
        <tr>
          <td />
          <th scope="col">Now</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Round</th>
          <td>{roundOf(before)}</td>
          <td>{after ? roundOf(after) : '–'}</td>
        </tr>
        {lines.map(({ label, was, is }) => (
          <tr key={label} data-same={was === is || undefined} data-strong={label === 'Total' || undefined}>
            <th scope="row">{label}</th>
            <td className="num">{formatMoney(was)}</td>
            <td className="num">{is === null ? '–' : formatMoney(is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function roundOf({ course, play_date, play_time, players }: PricedTeeTime) {
  return (
    <>
      {course.course_name}
      <br />
      {formatDay(play_date)} {play_time}
      <br />
      {countWithNoun(players, 'player')}
    </>
  );
}

type DifferenceProps = { quote: ChangeQuote; keepsPrice: boolean };
/** Shows how much more has to be paid for a changed tee time, or how much goes back and to which tender. */
export function PriceDifference({ quote, keepsPrice }: DifferenceProps) {
  const { raw_difference: difference, back, before } = quote;
  if (difference === 0) return <p className="difference">The price stays the same.</p>;
  if (keepsPrice)
    return (
      <p className="difference">
        {formatMoney(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}, but the price stays at{' '}
        <strong>{formatMoney(before.raw_total)}</strong>
      </p>
    );
  if (difference > 0)
    return (
      <p className="difference">
        <strong>{formatMoney(difference)}</strong> more to pay
      </p>
    );
  return (
    <div className="difference">
      <p>
        <strong>{formatMoney(-difference)}</strong>{' '}
        {back.every(({ to }) => to === 'account') ? 'less' : 'goes back'}
      </p>
      <ul>
        {back.map(({ to, name, raw_amount }) => (
          <li key={name}>
            {formatMoney(raw_amount)} {to === 'account' ? 'is owed no longer' : `to ${name}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
