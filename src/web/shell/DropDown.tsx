import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Returns true for an element that opens over a drop-down panel (such as a filter's calendar) or the button that opens it,
 * because the panel then stays open.
 */
const opensOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[popover], [popovertarget]') !== null;

type Props = { label: ReactNode; children: ReactNode; button?: boolean; name?: string };

/**
 * A drop-down panel based on the native `details` element. The panel closes on Escape, on a click elsewhere, and when a
 * link or button inside is pressed, except one that opens something over the panel or is pressed repeatedly (`data-stays`).
 */
export function DropDown({ label, children, button, name }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const open = box.current;
      if (!open?.open) return;
      const inside = event.target instanceof Node && open.contains(event.target);
      if (opensOver(event.target)) return;
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside) {
        open.open = false;
        if (event instanceof KeyboardEvent) open.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  const closeBefore = (event: React.MouseEvent): void => {
    const folds = event.target instanceof Element && event.target.closest('a, button:not([data-stays] *)');
    if (!folds || !box.current || opensOver(event.target)) return;
    // The focused element is about to be hidden with the panel.
    if (box.current.contains(document.activeElement)) box.current.querySelector('summary')?.focus();
    box.current.open = false;
  };
  return (
    <details className="drop" ref={box}>
      <summary className={button ? 'btn' : 'drop-label'} aria-label={name}>
        {label}
      </summary>
      {/* A press on a link inside is the link's own; this only folds the panel first, so that a dialog that the press opens */}
      {/* gives the focus back to what is still in sight. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="drop-panel" onClickCapture={closeBefore}>
        {children}
      </div>
    </details>
  );
}
