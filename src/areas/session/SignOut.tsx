import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sendCall } from '../../web/sending/send.ts';
import { clearSignIn } from '../../web/sending/session.ts';
import { authHeader } from '../../web/sending/stored.ts';
import { session } from './session.contract.ts';

/**
 * Ends the session on the server and deletes the sign-in from the browser. Going back (part 1, §2) always leads to the sign-in
 * screen: every earlier page of RIC requires a sign-in, and pages before RIC are out of reach.
 */
export function SignOut() {
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // The server's answer is not awaited, because a slow or unavailable server must not keep anybody signed in.
    if (authHeader()) sendCall(session.signOut).catch(() => undefined);
    clearSignIn();
    void navigate({ to: '/login', replace: true });
  }, [navigate]);
  return (
    <p className="quiet waiting" role="status">
      Please wait...
    </p>
  );
}
