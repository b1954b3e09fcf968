import { expect, test } from '@playwright/test';
import { BUILT_IN_TEMPLATES } from '../../src/areas/email-templates/defaults.texts.ts';
import { TEMPLATE_KINDS } from '../../src/areas/email-templates/email-templates.contract.ts';
import { renderEmail } from '../../src/areas/email-templates/render.texts.ts';
import { sampleVariables, templateVariables } from '../../src/areas/email-templates/variables.rules.ts';
import { violationsOn } from './accessibility.ts';

for (const width of [600, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every letter is read at ${width} px, ${colorScheme}, and asks for nothing`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      for (const kind of TEMPLATE_KINDS) {
        await page.setContent(
          renderEmail(BUILT_IN_TEMPLATES[kind], sampleVariables(templateVariables(kind))).html,
        );
        const seen = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          ground: getComputedStyle(document.body).backgroundColor,
        }));
        expect(seen, kind).toEqual({
          width,
          ground: colorScheme === 'dark' ? 'rgb(16, 20, 18)' : 'rgb(241, 244, 242)',
        });
        // An e-mail is not a page of a site, so it needs no landmarks and no title.
        const rules = ['color-contrast', 'heading-order', 'html-has-lang'];
        expect(await violationsOn(page, { rules }), kind).toEqual([]);
      }
      expect(asked).toEqual([]);
      await context.close();
    });
  }
}
