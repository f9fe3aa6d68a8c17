/**
 * The one dialog. Dialogs stack: each opens a layer above the last, Escape and the focus trap belong to
 * the topmost, focus goes back to where it was, and the page behind does not scroll.
 */
import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import styles from './dialog.module.css';
import { useFirstField } from './first-field.ts';

/** Ids of the open dialogs, lowest first. */
const useLayers = create<{ open: string[] }>(() => ({ open: [] }));

/** Where the first dialog stands; --pw-layer-dialog in tokens.css is the same number. */
const FIRST_LAYER = 5_000;

/** Keeps the page behind still, and in its place: the width of its scrollbar becomes padding. */
function lockPageScroll(isLocked: boolean): void {
  const root = document.documentElement;
  if (isLocked === (root.style.overflow === 'hidden')) return;
  const scrollbar = window.innerWidth - root.clientWidth;
  root.style.overflow = isLocked ? 'hidden' : '';
  root.style.paddingInlineEnd = isLocked ? `${scrollbar}px` : '';
}

function useLayer(opened: boolean) {
  const id = useId();
  const open = useLayers((state) => state.open);
  useEffect(() => {
    if (!opened) return;
    const change = (next: string[]) => {
      useLayers.setState({ open: next });
      lockPageScroll(next.length > 0);
    };
    change([...useLayers.getState().open, id]);
    return () => change(useLayers.getState().open.filter((one) => one !== id));
  }, [opened, id]);
  const index = open.indexOf(id);
  return {
    zIndex: FIRST_LAYER + (index < 0 ? open.length : index),
    isTop: index < 0 || index === open.length - 1,
  };
}

/** The library gives the focus back 10 ms after a dialog closes, and never when it is taken away at once. */
const GIVEN_BACK_MS = 20;

/** Where the keyboard is, also inside a frame, whose own page forgets it when the focus leaves. */
function focused(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const inside = active instanceof HTMLIFrameElement ? active.contentDocument?.activeElement : undefined;
  return (inside as HTMLElement | undefined) ?? active;
}

const isNowhere = (element: HTMLElement | null) => !element || element === element.ownerDocument.body;

/** Back to where the keyboard was, unless it has gone on from the dialog, which is there for a moment more. */
function giveBack(origin: HTMLElement, dialog: HTMLElement | null): void {
  // First of all: of a document that is gone nothing else can be asked.
  if (!origin.isConnected) return;
  const now = focused();
  if (!isNowhere(now) && !dialog?.contains(now)) return;
  const frame = origin.ownerDocument.defaultView?.frameElement;
  if (frame) (frame as HTMLIFrameElement).focus({ preventScroll: true });
  origin.focus({ preventScroll: true });
}

/** The page behind a dialog has no keys: not even before the keyboard is in it, a moment after it has opened. */
function takeKeyboard(): () => void {
  const page = document;
  const active = page.activeElement;
  if (active instanceof HTMLIFrameElement) active.blur();
  let closedAt = Number.POSITIVE_INFINITY;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.timeStamp <= closedAt && isNowhere(event.target as HTMLElement)) event.stopPropagation();
  };
  page.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    // The key that closes the dialog is on its way; the next may come before a timer of a busy page, and is the page's.
    closedAt = performance.now();
    setTimeout(() => page.removeEventListener('keydown', onKeyDown, { capture: true }));
  };
}

function useWayBack(opened: boolean, dialog: RefObject<HTMLElement | null>): void {
  const isOpen = useRef(false);
  const before = useRef<Element>(null);
  // Noted as it is drawn: for people who want no motion a menu is gone with the very change that opens the dialog.
  if (opened && !isOpen.current) before.current = document.activeElement;
  // Before the library notes where focus is.
  useLayoutEffect(() => {
    isOpen.current = opened;
    if (!opened) return;
    // A menu's item is gone when the dialog that it opened closes: its button takes its place.
    const button = before.current?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    if (button) document.getElementById(button)?.focus({ preventScroll: true });
    before.current = null;
    const origin = focused();
    const release = takeKeyboard();
    return () => {
      release();
      // Of a page in a frame, even its body: the frame itself has been left.
      const isSomewhere = origin && origin !== document.body;
      if (isSomewhere) setTimeout(() => giveBack(origin, dialog.current), GIVEN_BACK_MS);
    };
  }, [opened, dialog]);
}

function Body({ children, isBare, isForReading }: Pick<DialogProps, 'children' | 'isBare' | 'isForReading'>) {
  const body = useRef<HTMLDivElement>(null);
  useFirstField(body, !isForReading);
  return (
    <Modal.Body ref={body} data-dialog-body data-bare={isBare || undefined}>
      {children}
    </Modal.Body>
  );
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
  /** Without a head: the title is only read out. For what Escape and a press outside are enough to leave. */
  isBare?: boolean;
  /** Its fields are looked at first: the keyboard begins at the close button, which brings up none on a phone. */
  isForReading?: boolean;
}

export function Dialog({
  opened,
  onClose,
  title,
  children,
  footer,
  size = 520,
  persistent,
  isBare,
  isForReading,
}: DialogProps) {
  const { zIndex, isTop } = useLayer(opened);
  const dialog = useRef<HTMLDivElement>(null);
  useWayBack(opened, dialog);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      zIndex={zIndex}
      trapFocus={isTop}
      closeOnEscape={isTop}
      closeOnClickOutside={!persistent}
      // The library's own lock writes a <style> element; lockPageScroll does without.
      lockScroll={false}
      transitionProps={{ duration: 160, transition: 'pop' }}
      classNames={{
        overlay: styles.overlay,
        inner: styles.inner,
        content: styles.content,
        title: styles.title,
        body: styles.body,
      }}
    >
      <Modal.Overlay />
      <Modal.Content ref={dialog}>
        {/* The library's own header would be a second banner of the page. */}
        <div className={isBare ? 'pw-visually-hidden' : styles.header}>
          <Modal.Title>{title}</Modal.Title>
          {!isBare && <Modal.CloseButton aria-label={t`Close`} size={32} />}
        </div>
        <Body {...{ isBare, isForReading }}>{children}</Body>
        {footer && <div className={styles.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
