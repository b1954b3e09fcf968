import { useQueryClient } from '@tanstack/react-query';
import { useCanGoBack, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { send } from '../../web/send.ts';
import { authHeader, forgetSignIn } from '../../web/session.ts';
import { session } from './session.contract.ts';

/** Ends the session on the server, forgets it here, and goes back one page, which leads to sign-in. */
export function SignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const leave = (): void => {
      forgetSignIn();
      queries.clear();
      if (canGoBack) window.history.back();
      else void navigate({ to: '/login', replace: true });
    };
    // A session that the server no longer knows, or a server that is away, must not keep anybody signed in here.
    if (authHeader()) send(session.signOut).then(leave, leave);
    else leave();
  }, [queries, navigate, canGoBack]);
  return (
    <p className="quiet waiting" role="status">
      Please wait...
    </p>
  );
}
