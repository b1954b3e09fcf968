import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { unansweredError } from '../sending/send.ts';

/**
 * Fetches the code of a part of the page. Without a network the error says so, and the next use fetches the code again. If
 * a newer version has replaced the part's script or style sheet, the router reloads the page, once; the router recognizes
 * only the error of a script.
 */
async function fetchedFrom<T>(fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (error) {
    if (!navigator.onLine) throw unansweredError();
    const isStyleSheet = error instanceof Error && error.message.startsWith('Unable to preload CSS');
    throw isStyleSheet ? new Error(`Failed to fetch dynamically imported module: ${error.message}`) : error;
  }
}

/** Returns a component, such as a dialog or an editor, whose code is fetched when it is opened. */
export const lazyPart = <Name extends string, Part extends ComponentType<never>>(
  fetchPart: () => Promise<Record<Name, Part>>,
  name: Name,
) => lazyRouteComponent(() => fetchedFrom(fetchPart), name);

const fetchedBy = (fetchScreen: () => Promise<RouteComponent>) =>
  lazyRouteComponent(async () => ({ default: await fetchedFrom(fetchScreen) }));

type Fetch<Name extends string> = () => Promise<Record<Name, RouteComponent>>;

/** Returns a screen with inputs, whose code is fetched together with the component library's theme. */
export const lazyScreen = <Name extends string>(fetchScreen: Fetch<Name>, name: Name) =>
  fetchedBy(async () => {
    const [screen, { themed }] = await Promise.all([fetchScreen(), import('../theme/themed.tsx')]);
    return themed(screen[name]);
  });

const PLAIN: { preload?: () => Promise<void> | undefined }[] = [];

/** Returns a screen without inputs of the component library, such as a list or Home, whose code is fetched when needed. */
export function lazyPlainScreen<Name extends string>(fetchScreen: Fetch<Name>, name: Name) {
  const screen = fetchedBy(async () => (await fetchScreen())[name]);
  PLAIN.push(screen);
  return screen;
}

/** Fetches the code of the screens without inputs, which are small, before anybody opens them. */
export const prefetchPlainScreens = (): void => PLAIN.forEach(({ preload }) => void preload?.());
