import { MantineProvider } from '@mantine/core';
import type { RouteComponent } from '@tanstack/react-router';
import { useShownScheme } from './scheme.ts';
import { theme } from './theme.ts';

/** A screen with the component library's inputs, which need its theme around them. */
export const themed = (Screen: RouteComponent) =>
  function Themed() {
    return (
      <MantineProvider theme={theme} forceColorScheme={useShownScheme()}>
        <Screen />
      </MantineProvider>
    );
  };
