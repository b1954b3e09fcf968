import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';

type Props = {
  title: string;
  /** Undefined while it must not be closed (`useDialogClose`). */
  close: (() => void) | undefined;
  size?: number;
  /** Announces the title without showing it; the content reaches the edges. */
  bare?: boolean;
  children: ReactNode;
};

const FIRST = '[data-autofocus]';
const STOPS = 'input:not(:disabled), select, textarea, button:not(:disabled), a[href]';

const newLayer = (): HTMLDivElement => {
  const layer = document.createElement('div');
  layer.className = 'dialog-layer';
  return layer;
};

/**
 * A dialog over the screen: it keeps the focus, returns it, and closes on Escape; `data-autofocus` marks its first
 * stop. It is in the first script, and receives the keys from the moment it opens.
 */
export function Dialog({ title, close, size = 440, bare = false, children }: Props) {
  const [layer] = useState(newLayer);
  const box = useRef<HTMLDivElement>(null);
  useOverThePage(layer, box);
  useNeverLost(layer, box, close);
  const press = (event: React.KeyboardEvent): void => {
    // The key that opened it, held a little too long, must not answer it.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    // A list or calendar in it has handled the key.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close?.();
  };
  const pressBeside = (event: MouseEvent): void => {
    // The second press of a double click that opened it does not close it.
    if (event.target === event.currentTarget && event.detail < 2) close?.();
  };
  return createPortal(
    // Escape does the same as a press beside the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="dialog-veil" data-bare={bare || undefined} onMouseDown={pressBeside} onKeyDown={press}>
      <div
        className={bare ? 'dialog' : 'dialog stack'}
        role="dialog"
        aria-modal
        aria-label={title}
        tabIndex={-1}
        ref={box}
        style={{ width: size }}
      >
        {!bare && (
          <div className="dialog-head">
            <h2>{title}</h2>
            <Button look="quiet" icon aria-label="Close dialog" aria-disabled={!close} onClick={close}>
              ✕
            </Button>
          </div>
        )}
        {children}
      </div>
    </div>,
    layer,
  );
}

/** Puts the layer over everything, makes the page below inert and focuses the box; undoes all of that at the end. */
function useOverThePage(layer: HTMLDivElement, box: React.RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const beneath = [...document.querySelectorAll<HTMLElement>('#root, .dialog-layer')].filter(
      (each) => !each.inert,
    );
    document.body.append(layer);
    const stops = box.current?.querySelectorAll<HTMLElement>(STOPS) ?? [];
    // In a dialog with a head, the first button is the one that closes it.
    const first = box.current?.querySelector<HTMLElement>(FIRST) ?? stops[1] ?? stops[0] ?? box.current;
    first?.focus();
    beneath.forEach((each) => (each.inert = true));
    return () => {
      layer.remove();
      beneath.forEach((each) => (each.inert = false));
      if (before instanceof HTMLElement) before.focus();
      // The element that had the focus may have been removed or disabled.
      if (document.activeElement === document.body) toHeading();
    };
  }, [layer, box]);
}

/** Moves the focus, and so the keyboard, to the dialog when a focused button disappears with its own action. */
function useNeverLost(
  layer: HTMLDivElement,
  box: React.RefObject<HTMLDivElement | null>,
  close: Props['close'],
): void {
  useEffect(() => {
    const isLost = (): boolean =>
      document.activeElement === document.body &&
      [...document.querySelectorAll('.dialog-layer')].at(-1) === layer;
    if (isLost()) box.current?.focus();
    const press = (event: KeyboardEvent): void => {
      if (!isLost()) return;
      box.current?.focus();
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close?.();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });
}

/** Focuses the screen's heading. */
export function toHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
