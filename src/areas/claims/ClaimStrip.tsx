import { Alert } from '../../web/components/Alert.tsx';
import { Button } from '../../web/components/Button.tsx';
import { useSecondsUntil, type ExpiringClaim } from './useClaims.ts';
import type { HeldClaim } from './useClaim.ts';
import { formatCountdown, claimText } from './claims.rules.ts';
import './claims.css';

/** Warns that another person, or another tab, has the claim, with a button to take it over; empty if nobody has. */
export function ClaimStrip({ claim: { other, goOn } }: { claim: HeldClaim }) {
  return <div role="status">{other && <Theirs other={other} goOn={goOn} />}</div>;
}

function Theirs({ other, goOn }: { other: ExpiringClaim; goOn: () => void }) {
  const seconds = useSecondsUntil(other.endsAt);
  if (seconds === 0) return null;
  return (
    <Alert tone="waiting" className="turn-strip">
      <span>{claimText(other)}.</span>
      <span aria-hidden>{formatCountdown(seconds)} left</span>
      <Button onClick={goOn}>Go on</Button>
    </Alert>
  );
}
