import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Look = {
  /** Those alone; else all that axe has. */
  rules?: string[];
  /** What is looked at, and what of it is not; selectors. */
  within?: string;
  without?: string[];
};

/**
 * What axe finds wrong with a page as it is now: a rule and an element that breaks it, a line each. Frames of other sites are not
 * followed. axe is read into a page once; its own package for Playwright does so at each look, which takes as long as looking.
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
    // Style sheets and sounds, which no rule that is on looks at.
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
