import { createContext, use } from 'react';
import type { IconName } from '../shell/Icon.tsx';

type CountName = 'queues' | 'leads' | 'sources';

/** A screen's entry in the side drawer. */
export type MenuEntry = {
  group: 'Desk' | 'Catalog' | 'Customers' | 'Office';
  label: string;
  icon: IconName;
  /** The count beside it. */
  count?: CountName;
  /** Only admins see the entry; agents may still open the screen by its address. */
  admin?: true;
};

/** A link that the top bar has on some screens only, and the search palette always; most of them make a new record. */
export type NewLink = { label: string; path: string; admin?: true; ofCourse?: true };

/** The part of a screen that the menus need; `links` are shown in the top bar while it is open. */
export type ListedScreen = { path: string; title: string; admin?: true; menu?: MenuEntry; links?: NewLink[] };

export type MenuGroup = {
  label: string;
  entries: { label: string; path: string; icon: IconName; count?: CountName | undefined }[];
};
export type Menu = { groups: MenuGroup[]; links: NewLink[] };

/** Builds the menus for a person of this level, in the order of the list of screens. */
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

/** The number of open tasks, by the screen where they are done; undefined until known. */
export const CountsContext = createContext<Record<CountName, number> | undefined>(undefined);

/**
 * The links of the top bar on a screen (part 1, "Top bar"). On a course's page, links that preselect the course end
 * with its id; `courseId` is null on a page without a record.
 */
export function linksShown(links: NewLink[], courseId: number | null, admin: boolean): NewLink[] {
  return links
    .filter((link) => (admin || !link.admin) && (!link.ofCourse || courseId !== null))
    .map((link) => (link.ofCourse ? { ...link, path: `${link.path}/${courseId}` } : link));
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** The links in the top bar on this screen. */
    links?: NewLink[];
  }
}
