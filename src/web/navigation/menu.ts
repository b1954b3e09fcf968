import { createContext, use } from 'react';
import type { IconName } from '../shell/Icon.tsx';

type CountName = 'queues' | 'leads' | 'sources';

/** Where a screen stands in the side drawer. */
export type Place = {
  group: 'Desk' | 'Catalogue' | 'Customers' | 'Office';
  label: string;
  icon: IconName;
  /** Which count stands beside it. */
  count?: CountName;
  /** Agents may open the screen by its address, but are not led to it. */
  admin?: true;
};

/** A link that the top bar has on some screens only, and the search palette always: mostly what makes a new record. */
export type NewLink = { label: string; path: string; admin?: true; ofCourse?: true };

/** What the menus need to know of a screen; `links` are shown in the top bar while it is open. */
export type ListedScreen = { path: string; title: string; admin?: true; menu?: Place; links?: NewLink[] };

export type MenuGroup = {
  label: string;
  entries: { label: string; path: string; icon: IconName; count?: CountName | undefined }[];
};
export type Menu = { groups: MenuGroup[]; links: NewLink[] };

/** The menus as a person of this level sees them, in the order of the screens' list. */
export function menuOf(screens: ListedScreen[], admin: boolean): Menu {
  const groups: MenuGroup[] = [];
  const links = new Map<string, NewLink>();
  for (const { path, menu, ...screen } of screens.filter((screen) => admin || !screen.admin)) {
    for (const link of screen.links ?? []) if (admin || !link.admin) links.set(link.label, link);
    if (!menu || (menu.admin && !admin)) continue;
    let group = groups.find(({ label }) => label === menu.group);
    if (!group) groups.push((group = { label: menu.group, entries: [] }));
    group.entries.push({ label: menu.label, path, icon: menu.icon, count: menu.count });
  }
  return { groups, links: [...links.values()] };
}

export const MenuContext = createContext<Menu>({ groups: [], links: [] });
export const useMenu = (): Menu => use(MenuContext);

/** What somebody has to see to, by where it is done; undefined until it is known. */
export const CountsContext = createContext<Record<CountName, number> | undefined>(undefined);

/**
 * The links of the top bar on a screen (part 1, "Top bar"). On a course's page those that preselect its course have its id
 * at their end; `courseId` is null where the page is no record's.
 */
export function linksShown(links: NewLink[], courseId: number | null, admin: boolean): NewLink[] {
  return links
    .filter((link) => (admin || !link.admin) && (!link.ofCourse || courseId !== null))
    .map((link) => (link.ofCourse ? { ...link, path: `${link.path}/${courseId}` } : link));
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** What the top bar has on this screen. */
    links?: NewLink[];
  }
}
