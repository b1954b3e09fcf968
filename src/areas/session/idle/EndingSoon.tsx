import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../web/components/Button.tsx';
import { EndWatch, type Ending } from '../../../web/leaving/watch-end.ts';
import { send } from '../../../web/sending/send.ts';
import { session } from '../session.contract.ts';
import './ending-soon.css';

const same = (one: Ending | null, other: Ending | null): boolean =>
  one?.seconds === other?.seconds && one?.mayStay === other?.mayStay;

/**
 * Says that the sign-in is about to end, over whatever is open. It takes no focus and no key: whoever goes on with what they
 * were at stays signed in by that.
 */
export function EndingSoon() {
  const [ending, setEnding] = useState<Ending | null>(null);
  const [isClosed, setClosed] = useState(false);
  const watch = useRef<EndWatch>(null);
  useEffect(() => {
    const begun = new EndWatch({
      tellServer: (seconds_ago) => send(session.input, { body: { seconds_ago } }, { background: true }),
      show: (next) => setEnding((now) => (same(now, next) ? now : next)),
      ownNote: '.ending-soon',
    });
    watch.current = begun;
    return () => begun.stop();
  }, []);
  if (!ending || (isClosed && !ending.mayStay)) return null;
  const { seconds, mayStay } = ending;
  return createPortal(
    <aside className="ending-soon" aria-label="The sign-in is about to end">
      {/* The seconds are not told one by one to who hears the screen. */}
      <p className="unseen" role="alert">
        {mayStay
          ? 'You will be signed out in a minute. Press any key to stay signed in. What you typed is kept.'
          : 'This sign-in has lasted its time and ends in a minute. What you typed is kept.'}
      </p>
      <p aria-hidden>
        <strong>
          {mayStay ? 'You will be signed out' : 'This sign-in has lasted its time: it ends'} in {seconds} s.
        </strong>{' '}
        <span className="quiet">What you typed is kept.</span>
      </p>
      {mayStay ? (
        <Button look="go" onClick={() => watch.current?.stay()}>
          Stay signed in
        </Button>
      ) : (
        <Button onClick={() => setClosed(true)}>Close</Button>
      )}
    </aside>,
    document.body,
  );
}
