import { useQuery } from '@tanstack/react-query';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { CopyButton } from '../../web/CopyButton.tsx';
import { useDesk } from '../../web/desk.ts';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import { formatInstant } from '../../web/instant.ts';
import { ScreenLink } from '../../web/ScreenLink.tsx';
import { send } from '../../web/send.ts';
import { ItemsTable } from './TransactionPanel.tsx';
import { transactions } from './transactions.contract.ts';
import './transactions.css';

const money = (text: string): string => formatMoney(parseMoney(text, { negative: true }) ?? 0);

/** What moved for a tee time, in words, asked at its own call after each save again; the specified items are folded below. */
export function TeeTimeTransactionPanel({ id, paid }: { id: number; paid: string }) {
  const { timeZone } = useDesk();
  const asked = useQuery({
    queryKey: ['transactions', 'TeeTime', id],
    queryFn: () => send(transactions.teeTime, { params: { id } }),
  });
  const record = asked.data;
  return (
    <section className="card transactions-card" aria-label="Transactions">
      <h2 className="transactions-head">Transactions</h2>
      {asked.error && <ErrorBox error={asked.error} retry={() => void asked.refetch()} />}
      {record && (
        <div className="pad">
          {record.moves.length === 0 && <p className="quiet">No money moved.</p>}
          <dl className="moves">
            {record.moves.map(({ created_at, words, total, gift_certificate_id }, at) => (
              <div key={at}>
                <dt>{formatInstant(created_at, timeZone)}</dt>
                <dd>
                  {words}{' '}
                  {gift_certificate_id !== null && (
                    <ScreenLink
                      to={`/manage-gift-certificate/${gift_certificate_id}`}
                      aria-label="View gift certificate"
                    >
                      View
                    </ScreenLink>
                  )}
                </dd>
                <dd className="r" data-back={total.startsWith('-') || undefined}>
                  {money(total)}
                </dd>
              </div>
            ))}
            <div className="moves-end">
              <dt>Paid</dt>
              <dd className="r">{money(paid)}</dd>
            </div>
          </dl>
          <p className="cc-line">
            <span className="quiet">CC Confirmation</span> {record.payment_id || '–'}{' '}
            {record.payment_id && <CopyButton text={record.payment_id} of="the CC confirmation" />}
          </p>
          {record.transaction_items.length > 0 && (
            <details className="items-fold">
              <summary className="quiet">
                Entries, total <span>{money(record.total)}</span>
              </summary>
              <div className="transactions">
                <ItemsTable items={record.transaction_items} />
              </div>
            </details>
          )}
        </div>
      )}
    </section>
  );
}
