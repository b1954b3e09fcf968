import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { theme } from '../src/web/theme/theme.ts';

/**
 * The variables that the component library would write into the page for our theme, as a stylesheet: the page's policy lets no
 * style in that is written into it.
 */
export function themeVariables(): string {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme }));
  const [, styles] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(markup) ?? [];
  if (styles === undefined) throw new Error('The component library writes its variables no more as it did.');
  return `/* Written by npm run docs, from theme.ts. */\n${styles}`;
}
