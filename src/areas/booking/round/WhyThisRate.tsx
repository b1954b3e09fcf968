import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { BookingRate } from '../booking.contract.ts';

const MATCHED = { weekday: 'its weekday', maintenance: 'maintenance', holiday: 'a holiday' } as const;

/**
 * Explains the chosen rate: its date range, the kind of day that matched, RIC rate against API rate, and the margin
 * per player.
 */
export function WhyThisRate({ rate }: { rate: BookingRate }) {
  const { why, kind_of_day, other_rate, margin } = rate;
  const isApi = rate.type === 'ApiGolfRate';
  const compared: [string, string][] =
    other_rate === undefined
      ? []
      : [
          [isApi ? 'API rate, taken' : 'RIC rate, taken', money(rate.rate)],
          [isApi ? 'RIC rate' : 'API rate', money(other_rate)],
        ];
  return (
    <div className="note">
      <p>
        <b>Why this rate?</b> {why}
        {kind_of_day && ` Matched by ${MATCHED[kind_of_day]}.`}
      </p>
      {compared.length > 0 && (
        <dl className="lines" aria-label="Own against API">
          {compared.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {margin && <MarginLines margin={margin} />}
    </div>
  );
}

const money = (text: string | undefined): string => formatMoney(parseMoney(text ?? '0') ?? 0);

function MarginLines({ margin }: { margin: NonNullable<BookingRate['margin']> }) {
  const { raw_sell, raw_fees, raw_net, raw_margin, raw_commission, raw_left } = margin;
  return (
    <dl className="lines" aria-label="Margin per player">
      <Line label="Sell" cents={raw_sell} />
      <Line label="Fees" cents={raw_fees} />
      <Line label="Net" cents={-raw_net} />
      <Line label="Margin per player" cents={raw_margin} isSum />
      {raw_commission !== 0 && (
        <>
          <Line label="Commission" cents={-raw_commission} />
          <Line label="Left" cents={raw_left} isSum />
        </>
      )}
    </dl>
  );
}

type LineProps = { label: string; cents: number; isSum?: true };

// A cost is always shown with a minus; only the sum may be a loss.
const Line = ({ label, cents, isSum }: LineProps) => (
  <div className={isSum && 'note-sum'}>
    <dt>{label}</dt>
    <dd data-loss={(isSum && cents < 0) || undefined}>{formatMoney(cents === 0 ? 0 : cents)}</dd>
  </div>
);
