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
export type NewLink = { label: string; path: string; admin?: true; ofCourse?: true; words?: string };

/** The part of a screen that the menus need. */
export type ListedScreen = {
  path: string;
  title: string;
  admin?: true;
  menu?: MenuEntry;
  /** The links shown in the top bar while it is open. */
  links?: NewLink[];
  /** The key that leads to it after `g`. */
  letter?: string;
  /** Other words by which the search palette finds it; a screen that is not in the drawer is found only with them. */
  words?: string;
};

export type MenuGroup = {
  label: string;
  entries: {
    label: string;
    path: string;
    icon: IconName;
    count?: CountName | undefined;
    letter?: string | undefined;
  }[];
};
export type Menu = {
  groups: MenuGroup[];
  links: NewLink[];
  /** The addresses of screens by their letter after `g`. */
  letters: Record<string, string>;
  /** The screens that the search palette finds. */
  found: ListedScreen[];
};

/** Builds the menus for a person of this level, in the order of the list of screens. */
export function menuOf(screens: ListedScreen[], admin: boolean): Menu {
  const mayUse = (one: { admin?: true }): boolean => admin || !one.admin;
  const theirs = screens.filter(mayUse);
  const listed = theirs.filter(({ menu, words }) => (menu ? mayUse(menu) : words !== undefined));
  const links = theirs.flatMap((screen) => screen.links ?? []).filter(mayUse);
  return {
    groups: groupsOf(listed),
    links: [...new Map(links.map((link) => [link.label, link])).values()],
    letters: Object.fromEntries(theirs.flatMap(({ letter, path }) => (letter ? [[letter, path]] : []))),
    found: listed,
  };
}

function groupsOf(screens: ListedScreen[]): MenuGroup[] {
  const groups: MenuGroup[] = [];
  for (const { path, menu, letter } of screens) {
    if (!menu) continue;
    let group = groups.find(({ label }) => label === menu.group);
    if (!group) groups.push((group = { label: menu.group, entries: [] }));
    group.entries.push({ label: menu.label, path, icon: menu.icon, count: menu.count, letter });
  }
  return groups;
}

export const MenuContext = createContext<Menu>({ groups: [], links: [], letters: {}, found: [] });
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
