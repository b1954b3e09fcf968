import { storeColorScheme, useColorScheme } from '../theme/scheme.ts';
import { Icon } from './Icon.tsx';
import { Button } from '../components/Button.tsx';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const SAID = { auto: 'Colors: same as the system', light: 'Colors: light', dark: 'Colors: dark' } as const;

/** A button that switches between the system's colors, light and dark; the choice is stored on this machine. */
export function ColorSchemeButton() {
  const scheme = useColorScheme();
  const change = (): void => storeColorScheme(NEXT[scheme]);
  return (
    <Button look="quiet" icon aria-label={SAID[scheme]} title={SAID[scheme]} onClick={change}>
      <Icon name={scheme} />
    </Button>
  );
}
