/** The panel beside the page: what can be added, what is there, and the settings of what is selected. */
import { t } from '@lingui/core/macro';
import { CloseButton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAnyPressed, isPressed } from '../../shortcuts/pressed.ts';
import { loadable } from '../../ui/load-failure.tsx';
import type { Command } from '../commands/command.ts';
import * as commands from '../commands/page-commands.ts';
import { useChromeState, useEditing, useEditorState } from '../context.tsx';
import { focusPage } from '../focus-page.ts';
import type { Panel } from '../store/chrome-store.ts';
import { AddPanel } from './add-panel.tsx';
import styles from './side-panel.module.css';

const NodeSettings = loadable(async () => (await import('../settings/node-settings.tsx')).NodeSettings);
const Palette = loadable(async () => (await import('./palette.tsx')).Palette);
const Outline = loadable(async () => (await import('./outline.tsx')).Outline);

/** The key that opened a panel closes it, too. */
const OPENERS: Record<Panel, Command> = {
  add: commands.openAdd,
  outline: commands.openOutline,
  settings: commands.openSettings,
};

export function SidePanel(): ReactNode {
  const { chrome } = useEditing();
  const panel = useChromeState((state) => state.panel);
  const isViewing = useEditorState((state) => state.mode.name === 'view');
  const aside = useRef<HTMLElement>(null);
  const goBack = useWayBack(panel, aside);
  useEffect(() => {
    // The keyboard goes along, unless a part of the panel has taken it already.
    if (panel && !aside.current?.contains(document.activeElement)) aside.current?.focus();
  }, [panel]);
  useEffect(() => {
    // What was to be added is not wanted any more; coming back, the palette would take the keyboard from the page.
    if (isViewing && panel === 'add') chrome.setState({ panel: undefined, insertAt: undefined });
  }, [isViewing, panel, chrome]);
  if (!panel || isViewing) return null;
  const close = () => {
    chrome.setState({ panel: undefined, insertAt: undefined });
    goBack();
  };
  return (
    <aside
      ref={aside}
      tabIndex={-1}
      className={styles.panel}
      aria-label={OPENERS[panel].label}
      onKeyDown={(event) => {
        const key = event.nativeEvent;
        if (!isPressed(key, 'Escape') && !isAnyPressed(key, OPENERS[panel].keys)) return;
        event.preventDefault();
        close();
      }}
    >
      <header className={styles.header}>
        <h2>{OPENERS[panel].label}</h2>
        <CloseButton aria-label={t`Close ${OPENERS[panel].label}`} onClick={close} />
      </header>
      <div className={styles.body}>
        {panel === 'add' && <AddPanel Palette={Palette} />}
        {panel === 'outline' && <Outline />}
        {panel === 'settings' && <NodeSettings />}
      </div>
    </aside>
  );
}

/** To where the keyboard was before the panel: on a button that was reached by it, in the text, or on what is selected. */
function useWayBack(panel: Panel | undefined, aside: RefObject<HTMLElement | null>): () => void {
  const editing = useEditing();
  const origin = useRef<HTMLElement>(null);
  // Before anything in the panel takes it.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (!panel || !active || aside.current?.contains(active)) return;
    // A button that was only clicked is not where one was.
    origin.current =
      active instanceof HTMLElement && active.localName !== 'iframe' && active.matches(':focus-visible')
        ? active
        : null;
  }, [panel, aside]);
  return () => {
    if (origin.current?.isConnected) origin.current.focus();
    // On a phone the button is in a menu, and the page comes next.
    else if (!focusPage(editing)) document.querySelector<HTMLElement>(`[data-opens="${panel}"]`)?.focus();
  };
}
