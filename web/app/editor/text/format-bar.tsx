/** The buttons for the text that has the caret. Part of a toolbar: its arrows and its one stop are the toolbar's. */

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { ChevronDown, Plus, Table2 } from 'lucide-react';
import { type MouseEvent, type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import { useEditing } from '../context.tsx';
import {
  ALIGNMENTS,
  BLOCKS,
  CLEAR,
  type FormatAction,
  INSERTIONS,
  LINK,
  LISTS,
  MARKS,
  NESTING,
  TABLE,
} from './format-actions.ts';
import styles from './format-bar.module.css';
import type { TextStore } from './hosting.tsx';

/** `texts` is where the link field is asked for; left out, the editor screen's. */
export function FormatBar({ text, texts }: { text: Editor; texts?: TextStore }): ReactNode {
  const editing = useEditing();
  const target = texts ?? editing.texts;
  const show = useTextValue(text);
  const block = BLOCKS.slice(1).find((action) => show((one) => action.isActive?.(one) ?? false)) ?? BLOCKS[0];
  const alignment =
    ALIGNMENTS.find((action) => show((one) => action.isActive?.(one) ?? false)) ?? ALIGNMENTS[0];
  const isInTable = show((one) => one.isActive('table'));
  const isInList = show((one) => one.isActive('listItem'));
  return (
    // Pressing a button must not take the caret out of the text.
    // biome-ignore lint/a11y/useSemanticElements: a group within a toolbar, not one of a form's
    <div className={styles.format} onMouseDown={keepCaret} role="group" aria-label="Format">
      <span className={styles.divider} />
      {block && (
        <ActionMenu label={`Paragraph style: ${block.label}`} actions={BLOCKS} text={text} texts={target}>
          <block.icon size={16} aria-hidden />
          <ChevronDown size={12} aria-hidden />
        </ActionMenu>
      )}
      {MARKS.map((action) => (
        <FormatButton key={action.name} action={action} text={text} texts={target} />
      ))}
      <FormatButton action={LINK} text={text} texts={target} />
      {LISTS.map((action) => (
        <FormatButton key={action.name} action={action} text={text} texts={target} />
      ))}
      {isInList &&
        NESTING.map((action) => (
          <FormatButton key={action.name} action={action} text={text} texts={target} />
        ))}
      {alignment && (
        <ActionMenu label={`Alignment: ${alignment.label}`} actions={ALIGNMENTS} text={text} texts={target}>
          <alignment.icon size={16} aria-hidden />
          <ChevronDown size={12} aria-hidden />
        </ActionMenu>
      )}
      {isInTable && (
        <ActionMenu label="Table" actions={TABLE} text={text} texts={target}>
          <Table2 size={16} aria-hidden />
          <ChevronDown size={12} aria-hidden />
        </ActionMenu>
      )}
      <ActionMenu label="Insert" actions={[...INSERTIONS, CLEAR]} text={text} texts={target}>
        <Plus size={16} aria-hidden />
        <ChevronDown size={12} aria-hidden />
      </ActionMenu>
      <span className={styles.divider} />
    </div>
  );
}

function keepCaret(event: MouseEvent): void {
  event.preventDefault();
}

interface ActionProps {
  action: FormatAction;
  text: Editor;
  texts: TextStore;
}

function FormatButton({ action, text, texts }: ActionProps): ReactNode {
  const show = useTextValue(text);
  const isActive = show((one) => action.isActive?.(one) ?? false);
  const isEnabled = show((one) => action.isEnabled?.(one) ?? true);
  const Icon = action.icon;
  return (
    <Tooltip
      label={
        <span className={styles.tip}>
          {action.label} {action.keys && <Kbd keys={action.keys} />}
        </span>
      }
    >
      <ActionIcon
        aria-label={action.label}
        aria-pressed={isActive}
        className={styles.button}
        disabled={!isEnabled}
        onClick={() => action.run(text, texts)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ActionMenuProps {
  label: string;
  actions: readonly FormatAction[];
  text: Editor;
  texts: TextStore;
  children: ReactNode;
}

function ActionMenu({ label, actions, text, texts, children }: ActionMenuProps): ReactNode {
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={styles.menuButton} aria-label={label} title={label}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown onMouseDown={keepCaret}>
        {actions.map((action) => (
          <FormatItem key={action.name} action={action} text={text} texts={texts} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FormatItem({ action, text, texts }: ActionProps): ReactNode {
  const show = useTextValue(text);
  const Icon = action.icon;
  const isActive = show((one) => action.isActive?.(one) ?? false);
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={action.keys && <Kbd keys={action.keys} />}
      aria-current={isActive || undefined}
      data-active={isActive || undefined}
      className={styles.item}
      disabled={!show((one) => action.isEnabled?.(one) ?? true)}
      onClick={() => action.run(text, texts)}
    >
      {action.label}
    </Menu.Item>
  );
}

/** Draws again when the caret moved or the text changed, at most once a frame. */
function useTextValue(text: Editor): <T>(read: (text: Editor) => T) => T {
  const version = useRef(0);
  const subscribe = useCallback(
    (changed: () => void) => {
      let due = 0;
      const soon = () => {
        due ||= requestAnimationFrame(() => {
          due = 0;
          version.current += 1;
          changed();
        });
      };
      text.on('transaction', soon);
      return () => {
        cancelAnimationFrame(due);
        text.off('transaction', soon);
      };
    },
    [text],
  );
  useSyncExternalStore(subscribe, () => version.current);
  return (read) => read(text);
}
