import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { useShownColorScheme } from './scheme.ts';
import { componentTheme } from './theme.ts';
import './variables.css';

/**
 * Wraps a screen, or a part of one, that uses the component library's inputs, because these need the library's theme around
 * them.
 */
export const themed = <Props extends object>(Part: ComponentType<Props>) =>
  function Themed(props: Props) {
    return (
      <MantineProvider
        theme={componentTheme}
        forceColorScheme={useShownColorScheme()}
        // The library's CSS variables are in variables.css, because the page's content security policy forbids inline
        // styles.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Part {...props} />
      </MantineProvider>
    );
  };
