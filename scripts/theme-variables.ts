import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { componentTheme } from '../src/web/theme/theme.ts';

/**
 * Returns the component library's variables for RIC's theme as a style sheet, because the page's security policy forbids
 * the inline styles that the library would use.
 */
export function renderThemeVariables(): string {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme: componentTheme }));
  const [, styles] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(markup) ?? [];
  if (styles === undefined) throw new Error('The component library writes its variables no more as it did.');
  return `/* Written by npm run docs, from theme.ts. */\n${styles}`;
}
