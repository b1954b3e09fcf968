import { isOfThisTab } from './useClaim.ts';
import { useSecondsTo, useClaims, type Running } from './useClaims.ts';
import { clockOf, markOf, claimText } from './claims.rules.ts';
import type { Claim } from './claims.contract.ts';
import './claims.css';

type Props = {
  subject: Claim['subject'];
  id: number;
  /** Also shows who is called from the queue of this open time. */
  withCalls?: boolean;
};

/** Shows "Maria is booking this, 2:40 left" or "Ben is calling" on a row, an entry or a lead; empty without a claim. */
export function ClaimMark({ subject, id, withCalls = false }: Props) {
  const found = useClaims().data?.filter(
    (turn) => (turn.subject === subject && turn.subject_id === id) || (withCalls && turn.open_time_id === id),
  );
  const holders = new Map(found?.map((turn) => [turn.holder, turn]));
  return [...holders.values()].map((turn) => <Counting key={turn.holder} turn={turn} />);
}

function Counting({ turn }: { turn: Running }) {
  const seconds = useSecondsTo(turn.endsAt);
  const isHere = isOfThisTab(turn);
  // This tab has just left the booking that it had claimed.
  if (seconds === 0 || (isHere && turn.doing === 'booking')) return null;
  const left = clockOf(seconds);
  const mark = markOf(turn, isHere);
  return (
    <span className="turn" title={isHere ? mark : `${claimText(turn)}, ${left} left`}>
      <span className="turn-who">{mark}</span>
      {turn.doing === 'booking' && (
        <>
          , <time dateTime={`PT${seconds}S`}>{left}</time> left
        </>
      )}
    </span>
  );
}
