import { useId, type ReactNode } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { useSession } from '../../web/sending/session.ts';
import { earnedCents } from '../transactions/transactions.rules.ts';
import type { TeeTime } from './tee-times.contract.ts';

const cents = (text: string): number => parseMoney(text, { negative: true }) ?? 0;
export const formatMoneyText = (text: string): string => formatMoney(cents(text));
/** Formats an amount that is subtracted, with a minus unless it is zero. */
const off = (text: string): string => formatMoney(0 - cents(text));

/** Shows the amounts of a tee time in one table, in the order in which they arose. */
export function MoneyGroup({ teeTime }: { teeTime: TeeTime }) {
  const { admin, level } = useSession();
  const id = useId();
  const { gift_certificate: certificate, golf_discount: discount, status } = teeTime;
  const isMade = status !== 'failed';
  return (
    <section className="card field-group" aria-labelledby={id}>
      <h2 id={id}>{isMade ? 'Price' : 'Price, never charged'}</h2>
      <dl className="ledger" data-unmade={!isMade || undefined}>
        <Line label="Charge" amount={formatMoneyText(teeTime.charge)} />
        <Line label="Rental Clubs" amount={formatMoneyText(teeTime.rental_amount)} />
        <Line label="Discount Amount" amount={off(teeTime.discount_amount)}>
          Discount Code {discount?.code ?? '–'}{' '}
          {discount && admin && (
            <ScreenLink to={`/manage-discount/${discount.id}`} aria-label="View discount">
              View
            </ScreenLink>
          )}
        </Line>
        <Line label="Amount Used" amount={off(teeTime.gift_certificate_amount)}>
          Gift Certificate {certificate?.serial ?? '–'}{' '}
          {certificate && (
            <ScreenLink to={`/manage-gift-certificate/${certificate.id}`} aria-label="View gift certificate">
              View
            </ScreenLink>
          )}
        </Line>
        <Line label="Total" amount={formatMoneyText(teeTime.total)} strong />
        {isMade && (
          <>
            <Line label="Refunded" amount={off(teeTime.refunded)} />
            <Line label="Paid" amount={formatMoneyText(teeTime.paid)} strong />
            {level !== 'hotels' && <Margin teeTime={teeTime} />}
          </>
        )}
      </dl>
    </section>
  );
}

/** Shows the amount owed to the course and RIC's margin. A canceled tee time owes nothing to anybody. */
function Margin({ teeTime }: { teeTime: TeeTime }) {
  const { total, gift_certificate_amount, refunded, is_canceled, transaction_record } = teeTime;
  const earned = is_canceled
    ? earnedCents(transaction_record)
    : cents(total) + cents(gift_certificate_amount) - cents(refunded);
  const owed = is_canceled ? 0 : cents(teeTime.cost);
  return (
    <>
      <Line label="Cost" amount={formatMoneyText(teeTime.cost)} quiet>
        {is_canceled && 'not owed: canceled'}
      </Line>
      <Line label="Margin" amount={formatMoney(earned - owed)} quiet />
    </>
  );
}

type LineProps = { label: string; amount: string; strong?: true; quiet?: true; children?: ReactNode };

const Line = ({ label, amount, strong, quiet, children }: LineProps) => (
  <div data-strong={strong} data-quiet={quiet}>
    <dt>{label}</dt>
    {children && <dd className="ledger-note">{children}</dd>}
    <dd className="ledger-amount">{amount}</dd>
  </div>
);
