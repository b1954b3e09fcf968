import { useMantineColorScheme } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { Button } from '../components/Button.tsx';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const SAID = { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' } as const;

/** Switches between the system's colours, light and dark; the choice is remembered on this machine. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const change = (): void => setColorScheme(NEXT[colorScheme]);
  return (
    <Button look="quiet" icon aria-label={SAID[colorScheme]} title={SAID[colorScheme]} onClick={change}>
      <Icon name={colorScheme} />
    </Button>
  );
}
