import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Look = {
  /** Only these rules; by default all of axe's. */
  rules?: string[];
  /** The checked part of the page, and the parts left out; selectors. */
  within?: string;
  without?: string[];
};

/**
 * Returns axe's findings on a page as it is now: a rule and an element that breaks it, a line each. Frames of other
 * sites are skipped. axe is loaded into a page once; its own package for Playwright loads it at each check, which
 * doubles the time.
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
    // Style sheets and sounds, which no enabled rule needs.
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
