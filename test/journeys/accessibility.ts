import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Look = {
  /** The accessibility rules to check; by default all rules of axe. */
  rules?: string[];
  /** The CSS selectors of the part of the page to check, and of the parts to leave out. */
  within?: string;
  without?: string[];
};

/**
 * Returns axe's findings on the current page: a rule and an element that breaks it, one per line. Frames of other sites are
 * skipped. axe is loaded into a page once, because axe's own package for Playwright loads it at each check, which doubles
 * the time.
 */
export async function violationsOn(
  page: Page,
  { rules, within, without = [] }: Look = {},
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const context = { include: [[within ?? 'html']], exclude: without.map((selector) => [selector]) };
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // axe need not preload style sheets and sounds, because no enabled rule uses them.
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate(
    async ([given, how]) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const found = await here.run(given, how);
      return { violations: found.violations };
    },
    [context, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html.slice(0, 200)}`),
  );
}
