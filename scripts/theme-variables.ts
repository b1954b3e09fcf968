import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { theme } from '../src/web/theme/theme.ts';

/**
 * The component library's variables for our theme, as a stylesheet: the page's policy forbids the inline styles that it
 * would use.
 */
export function themeVariables(): string {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme }));
  const [, styles] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(markup) ?? [];
  if (styles === undefined) throw new Error('The component library writes its variables no more as it did.');
  return `/* Written by npm run docs, from theme.ts. */\n${styles}`;
}
