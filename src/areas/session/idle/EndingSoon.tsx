import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../web/components/Button.tsx';
import { EndWatch, type SignInEndWarning } from '../../../web/leaving/watch-end.ts';
import { send } from '../../../web/sending/send.ts';
import { session } from '../session.contract.ts';
import './ending-soon.css';

const same = (one: SignInEndWarning | null, other: SignInEndWarning | null): boolean =>
  one?.seconds === other?.seconds && one?.mayStay === other?.mayStay;

/**
 * Warns that the sign-in is about to end, over whatever is open. It takes no focus and no key: continuing to work keeps the user
 * signed in.
 */
export function EndingSoon() {
  const [ending, setEnding] = useState<SignInEndWarning | null>(null);
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
  const router = useRouter();
  const isNear = ending !== null;
  useEffect(() => {
    // Loaded before it is needed, or the screen beneath would outlast the sign-in until it arrives.
    if (isNear) void router.preloadRoute({ to: '/login' });
  }, [isNear, router]);
  if (!ending || (isClosed && !ending.mayStay)) return null;
  return <Note {...ending} stay={() => watch.current?.stay()} close={() => setClosed(true)} />;
}

function Note({ seconds, mayStay, stay, close }: SignInEndWarning & { stay: () => void; close: () => void }) {
  const { note, ...focus } = useFocusGivenBack();
  const kept = whatIsKept();
  return createPortal(
    // Pressing it does not take the focus from a field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className="ending-soon"
      aria-label="The sign-in is about to end"
      ref={note}
      onMouseDown={(event) => event.preventDefault()}
      {...focus}
    >
      {/* Screen readers do not announce every second. */}
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

// Drafts belong to screens (src/web/leaving/drafts.ts), not to dialogs.
const whatIsKept = (): string =>
  document.querySelector('.dialog-veil:not([data-bare]) :is(input, textarea)')
    ? 'What you typed in this dialog is not kept.'
    : 'What you typed is kept.';

/** Returns the focus to where it was before, if it is in the note when the note disappears. */
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
