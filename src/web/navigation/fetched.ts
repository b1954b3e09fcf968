import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { unanswered } from '../sending/send.ts';

/** A screen that is fetched when it is opened; without a network it says so, and is fetched when it is asked for again. */
export const fetched = (fetchScreen: () => Promise<Record<string, RouteComponent>>, name: string) =>
  lazyRouteComponent(
    () =>
      fetchScreen().catch((error: unknown) => {
        throw navigator.onLine ? error : unanswered(error);
      }),
    name,
  );
