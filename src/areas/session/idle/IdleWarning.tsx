import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../web/components/Button.tsx';
import { SessionEndWatcher, type SignInEndWarning } from '../../../web/leaving/watch-end.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { session } from '../session.contract.ts';
import './ending-soon.css';

const same = (one: SignInEndWarning | null, other: SignInEndWarning | null): boolean =>
  one?.seconds === other?.seconds && one?.mayStay === other?.mayStay;

/**
 * Warns that the session is about to end, on top of the whole screen. The warning takes no focus and no key presses; continuing
 * to work keeps the user signed in.
 */
export function IdleWarning() {
  const [ending, setEnding] = useState<SignInEndWarning | null>(null);
  const [isClosed, setClosed] = useState(false);
  const watch = useRef<SessionEndWatcher>(null);
  useEffect(() => {
    const begun = new SessionEndWatcher({
      tellServer: (seconds_ago) => sendCall(session.input, { body: { seconds_ago } }, { background: true }),
      show: (next) => setEnding((now) => (same(now, next) ? now : next)),
      ownNote: '.ending-soon',
    });
    watch.current = begun;
    return () => begun.stop();
  }, []);
  const router = useRouter();
  const isNear = ending !== null;
  useEffect(() => {
    // The sign-in screen is loaded early, because otherwise the old screen would stay visible after the end until it arrives.
    if (isNear) void router.preloadRoute({ to: '/login' });
  }, [isNear, router]);
  if (!ending || (isClosed && !ending.mayStay)) return null;
  return <Note {...ending} stay={() => watch.current?.stay()} close={() => setClosed(true)} />;
}

function Note({ seconds, mayStay, stay, close }: SignInEndWarning & { stay: () => void; close: () => void }) {
  const { note, ...focus } = useFocusGivenBack();
  const kept = whatIsKept();
  return createPortal(
    // A mouse press on the warning does not take the focus from a field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className="ending-soon"
      aria-label="The sign-in is about to end"
      ref={note}
      onMouseDown={(event) => event.preventDefault()}
      {...focus}
    >
      {/* Screen readers read this once; the countdown below is hidden from them, because they would read it every second. */}
      <p className="unseen" role="alert">
        {mayStay
          ? `You will be signed out in a minute. Press any key to stay signed in. ${kept}`
          : `This sign-in expires in a minute. ${kept}`}
      </p>
      <p aria-hidden>
        <strong>
          {mayStay ? 'You will be signed out' : 'This sign-in expires'} in {seconds} s.
        </strong>{' '}
        <span className="quiet">{kept}</span>
      </p>
      {mayStay ? (
        <Button look="go" onClick={stay}>
          Stay signed in
        </Button>
      ) : (
        <Button onClick={close}>Close</Button>
      )}
    </aside>,
    document.body,
  );
}

// Says if typed text survives the end of the session. Drafts are kept for screens (src/web/leaving/drafts.ts), not for dialogs.
const whatIsKept = (): string =>
  document.querySelector('.dialog-veil:not([data-bare]) :is(input, textarea)')
    ? 'What you typed in this dialog is not kept.'
    : 'What you typed is kept.';

/** If the warning has the focus when it disappears, returns the focus to the element that had it before. */
function useFocusGivenBack() {
  const note = useRef<HTMLElement>(null);
  const before = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const box = note.current;
    return () => {
      const isHere = box?.contains(document.activeElement);
      if (isHere && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  return { note, onFocus: (event: FocusEvent) => void (before.current ??= event.relatedTarget) };
}
