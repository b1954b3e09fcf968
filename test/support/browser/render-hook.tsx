import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { LiveQueryClient } from '../../../src/web/live/queries.ts';
import { addressQueryCodec } from '../../../src/web/navigation/address-values.ts';
import { setSendHooks } from '../../../src/web/sending/send.ts';

type Place = {
  /** The address at which the page opens. */
  at: string;
  /** The path of the route that uses the hook; every other path shows nothing. */
  path: string;
};

/** Renders a hook as the only content of a page, with the product's router options and queries. */
export async function renderHook<T>(useHook: () => T, { at, path }: Place) {
  const rendered: T[] = [];
  function Probe() {
    const value = useHook();
    useLayoutEffect(() => void rendered.push(value));
    return null;
  }
  const queries = new LiveQueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
  });
  setSendHooks({
    written: () => void queries.invalidateQueries(),
    mayBeWritten: () => undefined,
    notLetIn: () => undefined,
  });
  const root = createRootRoute({ component: Outlet });
  const routeTo = (to: string, component: () => null) =>
    createRoute({ getParentRoute: () => root, path: to, component });
  const router = createRouter({
    routeTree: root.addChildren([routeTo(path, Probe), routeTo('$', () => null)]),
    history: createMemoryHistory({ initialEntries: [at] }),
    ...addressQueryCodec,
    defaultRemountDeps: ({ routeId, params }: { routeId: string; params: object }) => [routeId, params],
  });
  const page = createRoot(document.body.appendChild(document.createElement('div')));
  page.render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const unmount = (): void => {
    page.unmount();
    queries.clear();
    document.body.replaceChildren();
  };
  onTestFinished(unmount);
  await expect.poll(() => rendered.length).toBeGreaterThan(0);
  return {
    /** The value that the hook returned at its last render. */
    now: (): T => rendered.at(-1)!,
    /** Every value that the hook returned, in order. */
    rendered,
    queries,
    /** The address of the page, with its query. */
    address: (): string => router.state.location.href,
    router,
    unmount,
  };
}
