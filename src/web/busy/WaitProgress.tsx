import { useEffect, useState } from 'react';
import { Alert } from '../components/Alert.tsx';

/** A message about work under way, shown once the work has taken this number of seconds. */
export type WaitPhase = { from: number; says: string };
type Props = { isUnderWay: boolean; phases: readonly WaitPhase[] };

/**
 * Shows how long work has been running and a message for the current phase; shows nothing before the first phase. The
 * seconds are only visual: a screen reader announces each phase once.
 */
export function WaitProgress({ isUnderWay, phases }: Props) {
  const seconds = useSeconds(isUnderWay);
  const says = phases.findLast(({ from }) => seconds >= from)?.says;
  return (
    <>
      <span role="status" className="unseen">
        {says && `${says}.`}
      </span>
      {says && (
        <Alert tone="waiting" aria-hidden>
          {says} ... {seconds} s
        </Alert>
      )}
    </>
  );
}

/** Returns the seconds since the work began; 0 while nothing runs. */
function useSeconds(goesOn: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!goesOn) return undefined;
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [goesOn]);
  return seconds;
}
