import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { send } from '../../web/sending/send.ts';
import { clearSignIn } from '../../web/sending/session.ts';
import { authHeader } from '../../web/sending/stored.ts';
import { session } from './session.contract.ts';

/**
 * Ends the session on the server and clears it here. Going back (part 1, §2) always leads to the sign-in: every earlier page is
 * behind the guard, and pages before RIC are out of reach.
 */
export function SignOut() {
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // A slow or unavailable server must not keep anybody signed in here, so its answer is not awaited.
    if (authHeader()) send(session.signOut).catch(() => undefined);
    clearSignIn();
    void navigate({ to: '/login', replace: true });
  }, [navigate]);
  return (
    <p className="quiet waiting" role="status">
      Please wait...
    </p>
  );
}
