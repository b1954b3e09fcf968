import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';

type Props = {
  title: string;
  /** Closes the dialog; undefined while the dialog must not be closed (`useDialogClose`). */
  close: (() => void) | undefined;
  size?: number;
  /** True if the title is announced but not shown, and the content reaches the dialog's edges. */
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
 * A dialog over the screen: it keeps the focus inside, returns the focus when it closes, and closes on Escape;
 * `data-autofocus` marks the element that gets the focus first. The dialog is in the first script, so it receives key
 * presses from the moment it opens.
 */
export function Dialog({ title, close, size = 440, bare = false, children }: Props) {
  const [layer] = useState(newLayer);
  const box = useRef<HTMLDivElement>(null);
  useOverThePage(layer, box);
  useNeverLost(layer, box, close);
  const press = (event: React.KeyboardEvent): void => {
    // An Enter that opened the dialog and is held a little too long must not confirm the dialog.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    // An open option list or calendar inside the dialog has handled this key already.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close?.();
  };
  const pressBeside = (event: MouseEvent): void => {
    // The second press of a double click that opened the dialog must not close the dialog.
    if (event.target === event.currentTarget && event.detail < 2) close?.();
  };
  return createPortal(
    // Escape does the same as a press beside the dialog, so keyboard users lose nothing.
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

/**
 * Puts the dialog over everything, makes the page below inert and focuses the dialog; undoes all three when the dialog
 * closes.
 */
function useOverThePage(layer: HTMLDivElement, box: React.RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const beneath = [...document.querySelectorAll<HTMLElement>('#root, .dialog-layer')].filter(
      (each) => !each.inert,
    );
    document.body.append(layer);
    const stops = box.current?.querySelectorAll<HTMLElement>(STOPS) ?? [];
    // The first button of a dialog with a title bar is its Close button, so the second one gets the focus.
    const first = box.current?.querySelector<HTMLElement>(FIRST) ?? stops[1] ?? stops[0] ?? box.current;
    first?.focus();
    beneath.forEach((each) => (each.inert = true));
    return () => {
      layer.remove();
      beneath.forEach((each) => (each.inert = false));
      if (before instanceof HTMLElement) before.focus();
      // The element that had the focus before the dialog may have been removed or disabled.
      if (document.activeElement === document.body) focusScreenHeading();
    };
  }, [layer, box]);
}

/** Moves the keyboard focus to the dialog when a focused button inside disappears because of its own action. */
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

/** Moves the focus to the screen's heading. */
export function focusScreenHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
