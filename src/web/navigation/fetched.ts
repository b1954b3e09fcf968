import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { unanswered } from '../sending/send.ts';

/** A screen that is fetched when it is opened; without a network it says so, and is fetched when it is asked for again. */
const fetchedBy = (fetchScreen: () => Promise<RouteComponent>) =>
  lazyRouteComponent(async () => {
    try {
      return { default: await fetchScreen() };
    } catch (error) {
      throw navigator.onLine ? error : unanswered(error);
    }
  });

type Fetch<Name extends string> = () => Promise<Record<Name, RouteComponent>>;

/** A screen with inputs, fetched with the component library's theme around it. */
export const fetched = <Name extends string>(fetchScreen: Fetch<Name>, name: Name) =>
  fetchedBy(async () => {
    const [screen, { themed }] = await Promise.all([fetchScreen(), import('../theme/themed.tsx')]);
    return themed(screen[name]);
  });

const PLAIN: { preload?: () => Promise<void> | undefined }[] = [];

/** A screen that needs nothing of the component library: a list, Home. */
export function fetchedPlain<Name extends string>(fetchScreen: Fetch<Name>, name: Name) {
  const screen = fetchedBy(async () => (await fetchScreen())[name]);
  PLAIN.push(screen);
  return screen;
}

/** Fetches the plain screens, which are small, before anybody goes there. */
export const fetchPlain = (): void => PLAIN.forEach(({ preload }) => void preload?.());
