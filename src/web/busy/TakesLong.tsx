import { useEffect, useState } from 'react';
import { Alert } from '../components/Alert.tsx';

/** What is said of something under way from so many seconds on. */
export type Phase = { from: number; says: string };
type Props = { isUnderWay: boolean; phases: readonly Phase[] };

/**
 * Says in words how far something is that takes long, with its seconds; nothing before the first phase. The seconds are for the
 * eyes: who listens hears each phase once.
 */
export function TakesLong({ isUnderWay, phases }: Props) {
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

/** For how many seconds it has gone on; 0 while it does not. */
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
