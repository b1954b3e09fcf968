import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** The full address of the linked screen. */
  to: string;
};

/**
 * A link to a screen. The router's own link computes its address again at every change of the page's address, once for each
 * row of a list and each menu entry; this link calls the router only when it is used.
 */
export function ScreenLink({ to, children, ...rest }: Props) {
  const router = useRouter();
  const fetchScreen = () => void router.preloadRoute({ to });
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // The browser itself opens links in new tabs and windows.
    if (event.defaultPrevented || elsewhere || rest.target) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return (
    <a {...rest} href={to} onClick={open} onMouseEnter={fetchScreen} onFocus={fetchScreen}>
      {children}
    </a>
  );
}
