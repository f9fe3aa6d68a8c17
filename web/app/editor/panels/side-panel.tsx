/** The panel beside the page: what can be added, what is there, and the settings of what is selected. */
import { CloseButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useChromeState, useEditing, useEditorState } from '../context.tsx';
import type { Panel } from '../store/chrome-store.ts';
import { Palette } from './palette.tsx';
import styles from './side-panel.module.css';

const NodeSettings = lazy(async () => ({
  default: (await import('../settings/node-settings.tsx')).NodeSettings,
}));
const Outline = lazy(async () => ({ default: (await import('./outline.tsx')).Outline }));

const TITLES: Record<Panel, string> = { add: 'Add', outline: 'Outline', settings: 'Settings' };

/** Modes that are a section of the settings. */
const NODE_MODES: string[] = ['editNodeLink', 'editNodeBackground', 'editNodeVisibility'];

export function SidePanel(): ReactNode {
  const { chrome, editor } = useEditing();
  const panel = useChromeState((state) => state.panel);
  const isViewing = useEditorState((state) => state.mode.name === 'view');
  const aside = useRef<HTMLElement>(null);
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
    const { mode } = editor.get();
    // Back to the button that opened it; a phone has it in a menu, and the page is next then.
    document.querySelector<HTMLElement>(`[data-opens="${panel}"]`)?.focus();
    if (NODE_MODES.includes(mode.name)) editor.setMode({ name: 'edit' });
  };
  return (
    <aside
      ref={aside}
      tabIndex={-1}
      className={styles.panel}
      aria-label={TITLES[panel]}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <header className={styles.header}>
        <h2>{TITLES[panel]}</h2>
        <CloseButton aria-label={`Close ${TITLES[panel]}`} onClick={close} />
      </header>
      <div className={styles.body}>
        <Suspense>
          {panel === 'add' && <Palette />}
          {panel === 'outline' && <Outline />}
          {panel === 'settings' && <NodeSettings />}
        </Suspense>
      </div>
    </aside>
  );
}
