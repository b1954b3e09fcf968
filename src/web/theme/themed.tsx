import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { useShownScheme } from './scheme.ts';
import { theme } from './theme.ts';
import './variables.css';

/** What has the component library's inputs, a whole screen or a part of one: they need its theme around them. */
export const themed = <Props extends object>(Part: ComponentType<Props>) =>
  function Themed(props: Props) {
    return (
      <MantineProvider
        theme={theme}
        forceColorScheme={useShownScheme()}
        // They are in variables.css: the page's policy lets no style in that is written into it.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Part {...props} />
      </MantineProvider>
    );
  };
