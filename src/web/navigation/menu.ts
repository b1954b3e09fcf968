import { createContext, use } from 'react';
import type { IconName } from '../shell/Icon.tsx';

type CountName = 'queues' | 'leads' | 'sources';

/** The entry of a screen in the side menu. */
export type MenuEntry = {
  group: 'Desk' | 'Catalog' | 'Customers' | 'Office';
  label: string;
  icon: IconName;
  /** The name of the number shown beside the entry, such as the number of open queues. */
  count?: CountName;
  /** True if only admins see the entry; other staff may still open the screen by its address. */
  admin?: true;
};

/** A link that the top bar shows on some screens, and the search palette always; most such links make a new record. */
export type NewRecordLink = { label: string; path: string; admin?: true; ofCourse?: true; words?: string };

/** The part of a screen's definition that the menus need. */
export type MenuScreen = {
  path: string;
  title: string;
  admin?: true;
  menu?: MenuEntry;
  /** The links that the top bar shows while the screen is open. */
  links?: NewRecordLink[];
  /** The letter key that opens the screen after the key `g`. */
  letter?: string;
  /**
   * Other words by which the search palette finds the screen; a screen that is not in the side menu is found only by such
   * words.
   */
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
  links: NewRecordLink[];
  /** The addresses of screens, by the letter key that opens them after `g`. */
  letters: Record<string, string>;
  /** The screens that the search palette can find. */
  found: MenuScreen[];
};

/** Builds the menus for a staff user of the given level, in the order of the list of screens. */
export function buildMenu(screens: MenuScreen[], admin: boolean): Menu {
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

function groupsOf(screens: MenuScreen[]): MenuGroup[] {
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

/** The numbers of open tasks, by the screen that handles them; undefined until the numbers are known. */
export const OpenTaskCountsContext = createContext<Record<CountName, number> | undefined>(undefined);

/**
 * Returns the top bar's links for a screen (part 1, "Top bar"). On a course's page, links that preselect the course end
 * with its id; `courseId` is null on a page without a record.
 */
export function topBarLinks(
  links: NewRecordLink[],
  courseId: number | null,
  admin: boolean,
): NewRecordLink[] {
  return links
    .filter((link) => (admin || !link.admin) && (!link.ofCourse || courseId !== null))
    .map((link) => (link.ofCourse ? { ...link, path: `${link.path}/${courseId}` } : link));
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** The links that the top bar shows on the current screen. */
    links?: NewRecordLink[];
  }
}
