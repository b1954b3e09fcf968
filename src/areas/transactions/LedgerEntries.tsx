import { formatMoney, parseMoney } from '../../contract/money.ts';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './transactions.css';

export const signedMoney = (text: string): string => formatMoney(parseMoney(text, { negative: true }) ?? 0);

/** A ledger entry as the screen shows it: its instant, its words, and the amount as decimal text. */
export type LedgerEntry = {
  created_at: string;
  words: string;
  total: string;
  /** The tee time that the entry belongs to: `Torrey Pines South, Sat, Dec 5 2026`. */
  about?: string;
  /** The gift certificate's balance after the entry: `$252.00 left`. */
  left?: string;
  /** The other record that the entry changed, such as `gift certificate`, and that record's path. */
  link: { of: string; path: string } | null;
};
type Props = { moves: readonly LedgerEntry[]; end: { label: string; total: string } };

// More entries than this scroll in a box of their own, so that the content below stays in reach.
const MANY = 10;

/** Shows ledger entries in words, and their sum. */
export function LedgerEntries({ moves, end }: Props) {
  const list = (
    <dl className="moves">
      {moves.map((move, at) => (
        <MoveLine key={at} {...move} />
      ))}
    </dl>
  );
  return (
    <>
      {moves.length > MANY ? (
        // A scrolling element must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="transactions-box" role="region" aria-label="What moved" tabIndex={0}>
          {list}
        </div>
      ) : (
        list
      )}
      <dl className="moves">
        <div className="moves-end">
          <dt>{end.label}</dt>
          <dd className="r">{signedMoney(end.total)}</dd>
        </div>
      </dl>
    </>
  );
}

function MoveLine({ created_at, words, total, link, about, left }: LedgerEntry) {
  const { timeZone } = useBusinessSettings();
  return (
    <div>
      <dt>{formatInstant(created_at, timeZone)}</dt>
      <dd>
        {words}{' '}
        {link && (
          <ScreenLink to={link.path} aria-label={`View ${link.of}`}>
            View
          </ScreenLink>
        )}
        {about && <span className="moves-more">{about}</span>}
      </dd>
      <dd className="r">
        <span data-back={total.startsWith('-') || undefined}>{signedMoney(total)}</span>
        {left && <span className="moves-more">{left}</span>}
      </dd>
    </div>
  );
}
