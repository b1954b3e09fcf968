import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { useShownScheme } from './scheme.ts';
import { theme } from './theme.ts';
import './variables.css';

/** Wraps a screen or a part of one that uses the component library's inputs: they need its theme around them. */
export const themed = <Props extends object>(Part: ComponentType<Props>) =>
  function Themed(props: Props) {
    return (
      <MantineProvider
        theme={theme}
        forceColorScheme={useShownScheme()}
        // The variables are in variables.css: the page's policy forbids inline styles.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Part {...props} />
      </MantineProvider>
    );
  };
