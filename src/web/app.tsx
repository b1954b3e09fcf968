import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles.ts';
import { router } from './routes.tsx';
import { onSend } from './send.ts';
import { theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false } },
});

onSend({
  signedOut: () => {
    const { pathname, href } = router.state.location;
    if (pathname === '/login') return;
    queries.clear();
    void router.navigate({ to: '/login', search: { from: href }, ignoreBlocker: true });
  },
  // A screen holds a few queries: after any write all of them are fetched again, and nothing is kept by key.
  written: () => void queries.invalidateQueries(),
});

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
