import { Modal } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import type { ReactNode } from 'react';

type Props = { title: ReactNode; close: () => void; size?: number | string; children: ReactNode };

/** A dialog over the screen: keeps the focus, gives it back, closes on Escape; `data-autofocus` marks its first stop. */
export const Dialog = ({ title, close, size = 440, children }: Props) => (
  <Modal
    opened
    onClose={close}
    title={title}
    size={size}
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
    transitionProps={{ duration: 0 }}
  >
    <div className="stack">{children}</div>
  </Modal>
);
