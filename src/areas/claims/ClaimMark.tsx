import { isOfThisTab, useSecondsUntil, useClaims, type ExpiringClaim } from './useClaims.ts';
import { formatCountdown, shortClaimText, claimText } from './claims.rules.ts';
import type { Claim } from './claims.contract.ts';
import './claims.css';

type Props = {
  subject: Claim['subject'];
  id: number;
  /** Shows also the staff user who calls a customer from the queue of this open time. */
  withCalls?: boolean;
};

/**
 * Shows "Maria is booking this, 2:40 left" or "Ben is calling" beside an open time, a queue entry or a lead; empty without a
 * claim.
 */
export function ClaimMark({ subject, id, withCalls = false }: Props) {
  const found = useClaims().data?.filter(
    (claim) =>
      (claim.subject === subject && claim.subject_id === id) || (withCalls && claim.open_time_id === id),
  );
  const holders = new Map(found?.map((claim) => [claim.holder, claim]));
  return [...holders.values()].map((claim) => <Counting key={claim.holder} claim={claim} />);
}

function Counting({ claim }: { claim: ExpiringClaim }) {
  const seconds = useSecondsUntil(claim.endsAt);
  const isHere = isOfThisTab(claim);
  // A booking claim of this very tab is not shown, because its user has just left the booking.
  if (seconds === 0 || (isHere && claim.doing === 'booking')) return null;
  const left = formatCountdown(seconds);
  const mark = shortClaimText(claim, isHere);
  return (
    <span className="turn" title={isHere ? mark : `${claimText(claim)}, ${left} left`}>
      <span className="turn-who">{mark}</span>
      {claim.doing === 'booking' && (
        <>
          , <time dateTime={`PT${seconds}S`}>{left}</time> left
        </>
      )}
    </span>
  );
}
