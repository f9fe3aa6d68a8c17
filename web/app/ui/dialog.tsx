/**
 * The one dialog. Dialogs stack: each opens a layer above the last, Escape and the focus trap belong to
 * the topmost, focus goes back to where it was, and the page behind does not scroll.
 */
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { create } from 'zustand';
import styles from './dialog.module.css';

/** Ids of the open dialogs, lowest first. */
const useLayers = create<{ open: string[] }>(() => ({ open: [] }));

/** Where the first dialog stands; --pw-layer-dialog in tokens.css is the same number. */
const FIRST_LAYER = 5_000;

function useLayer(opened: boolean) {
  const id = useId();
  const open = useLayers((state) => state.open);
  useEffect(() => {
    if (!opened) return;
    useLayers.setState((state) => ({ open: [...state.open, id] }));
    return () => useLayers.setState((state) => ({ open: state.open.filter((one) => one !== id) }));
  }, [opened, id]);
  const index = open.indexOf(id);
  return {
    zIndex: FIRST_LAYER + (index < 0 ? open.length : index),
    isTop: index < 0 || index === open.length - 1,
  };
}

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; they stay in view while the body scrolls. */
  footer?: ReactNode;
  /** Width in pixels; narrower screens get all of theirs. */
  size?: number;
  /** A click outside does nothing; Escape and the close button still work. */
  persistent?: boolean;
}

export function Dialog({ opened, onClose, title, children, footer, size = 520, persistent }: DialogProps) {
  const { zIndex, isTop } = useLayer(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      zIndex={zIndex}
      trapFocus={isTop}
      closeOnEscape={isTop}
      closeOnClickOutside={!persistent}
      // The library's lock writes a <style> element; dialog.module.css locks with :has() instead.
      lockScroll={false}
      transitionProps={{ duration: 160, transition: 'pop' }}
      data-pw-dialog
    >
      <Modal.Overlay className={styles.overlay} />
      <Modal.Content className={styles.content}>
        <Modal.Header className={styles.header}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={32} />
        </Modal.Header>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
        {footer && <div className={styles.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
