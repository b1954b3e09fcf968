import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { send } from '../../web/sending/send.ts';
import { forgetSignIn } from '../../web/sending/session.ts';
import { authHeader } from '../../web/sending/stored.ts';
import { session } from './session.contract.ts';

/**
 * Ends the session on the server and forgets it here. The page it goes back to (part 1, §2) is always the sign-in: behind
 * every page of before the guard stands, and what was before RIC is nobody's business.
 */
export function SignOut() {
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // A server that is slow or away must not keep anybody signed in here: it is told, and not waited for.
    if (authHeader()) send(session.signOut).catch(() => undefined);
    forgetSignIn();
    void navigate({ to: '/login', replace: true });
  }, [navigate]);
  return (
    <p className="quiet waiting" role="status">
      Please wait...
    </p>
  );
}
