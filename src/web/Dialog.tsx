import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useEffect, useState, type ReactNode } from 'react';

type Props = {
  title: string;
  close: () => void;
  size?: number | string;
  /** The title is only said, not shown, and the content reaches the edges. */
  bare?: boolean;
  children: ReactNode;
};

/** A dialog over the screen: keeps the focus, gives it back, closes on Escape; `data-autofocus` marks its first stop. */
export function Dialog({ title, close, size = 440, bare = false, children }: Props) {
  // A dialog is taken away, not closed, so that the library never gives the focus back.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before]);
  return (
    <Modal.Root
      opened
      onClose={close}
      size={size}
      centered={!bare}
      yOffset="10vh"
      padding={bare ? 0 : 16}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body className={bare ? '' : 'stack'}>
          {!bare && (
            <div className="dialog-head">
              <h2>{title}</h2>
              <button
                type="button"
                className="btn"
                data-look="quiet"
                data-icon
                aria-label="Close"
                onClick={close}
              >
                ✕
              </button>
            </div>
          )}
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
