import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../web/theme/styles.ts';
import { router } from './router.tsx';
import { noteEarlyKeys } from '../web/keys/early.ts';
import { prefetchPlainScreens } from '../web/navigation/lazy-screen.ts';
import { runWhenIdle } from '../web/navigation/idle.ts';
import { deleteAllDrafts } from '../web/leaving/drafts.ts';
import { LiveQueryClient } from '../web/live/queries.ts';
import { dropAdvanceResponses } from '../web/sending/ahead.ts';
import { setSendHooks } from '../web/sending/send.ts';
import { onSessionChange } from '../web/sending/session.ts';
import { authHeader, storedSignInName } from '../web/sending/stored.ts';
import { tolerateMovedNodes } from '../web/shell/moved-nodes.ts';
import { applyColorScheme } from '../web/theme/scheme.ts';

const AFTER_LOAD_MS = 1000;

const queries = new LiveQueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 0,
      refetchOnWindowFocus: false,
      // Without a network an HTTP call fails at once, and is repeated when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

// The session has ended, in this tab or another one, or the browser has restored an old page.
onSessionChange(() => {
  if (authHeader()) return;
  const { pathname, href } = router.state.location;
  queries.clear();
  dropAdvanceResponses();
  // The stored name is empty only after a deliberate sign-out; the drafts are then deleted.
  if (storedSignInName() === '') deleteAllDrafts();
  if (/^\/(login|logout)\/?$/.test(pathname)) return;
  void router.navigate({ to: '/login', search: { from: href }, ignoreBlocker: true });
});
setSendHooks({
  // A screen has few queries, so after any write all queries are fetched again, without a rule for each.
  written: () => void queries.invalidateQueries(),
  // Only queries that are being fetched are fetched again, because their requests may be from before the write.
  mayBeWritten: () =>
    void queries.invalidateQueries({ predicate: ({ state }) => state.fetchStatus !== 'idle' }),
  notLetIn: () => {
    const { pathname, href } = router.state.location;
    if (!/^\/(login|logout|password)\/?$/.test(pathname))
      void router.navigate({ to: '/password', search: { from: href }, replace: true, ignoreBlocker: true });
  },
});

// The requests sent in advance belong only to the address with which the page was opened.
router.subscribe('onBeforeNavigate', ({ hrefChanged, fromLocation }) => {
  if (fromLocation && hrefChanged) dropAdvanceResponses();
});

applyColorScheme();
tolerateMovedNodes();
noteEarlyKeys();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
// Rendering the first screen comes first; the code of other screens is fetched when the browser is idle.
window.addEventListener('load', () => setTimeout(() => runWhenIdle(prefetchPlainScreens), AFTER_LOAD_MS));
