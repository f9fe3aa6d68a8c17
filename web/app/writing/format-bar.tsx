/** The buttons for the text that has the caret. Part of a toolbar: its arrows and its one stop are the toolbar's. */

import { t } from '@lingui/core/macro';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { ChevronDown, type LucideIcon, Plus, Table2 } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { Kbd } from '../ui/kbd.tsx';
import {
  ALIGNMENTS,
  BLOCKS,
  CLEAR,
  DESCRIPTION,
  type FormatAction,
  IMAGE,
  INSERTIONS,
  LINK,
  LISTS,
  MARKS,
  NESTING,
  REPLACEMENT,
  TABLE,
} from './format-actions.ts';
import styles from './format-bar.module.css';
import { mayUseLibrary } from './may-use-library.ts';
import { type TextFacts, useTextFacts } from './text-facts.ts';
import type { TextStore } from './text-store.ts';

interface FormatBarProps {
  text: Editor;
  /** Where the link field is asked for. */
  texts: TextStore;
}

export const FormatBar = memo(function FormatBar({ text, texts }: FormatBarProps): ReactNode {
  const facts = useTextFacts(text);
  const given = { text, texts, facts };
  const isActive = ({ name }: FormatAction) => facts.active.has(name);
  const block = BLOCKS.slice(1).find(isActive) ?? BLOCKS[0];
  const alignment = ALIGNMENTS.find(isActive) ?? ALIGNMENTS[0];
  const buttons = (actions: readonly FormatAction[]) =>
    actions.map((action) => <FormatButton key={action.name} action={action} {...given} />);
  return (
    // Pressing a button must not take the caret out of the text.
    // biome-ignore lint/a11y/useSemanticElements: a group within a toolbar, not one of a form's
    <div className={styles.format} onMouseDown={keepCaret} role="group" aria-label={t`Format`}>
      <span className={styles.divider} />
      {block && (
        <ActionMenu
          label={t`Paragraph style: ${block.label}`}
          icon={block.icon}
          actions={BLOCKS}
          {...given}
        />
      )}
      {buttons([...MARKS, LINK, ...LISTS])}
      {facts.isInList && buttons(NESTING)}
      {alignment && (
        <ActionMenu
          label={t`Alignment: ${alignment.label}`}
          icon={alignment.icon}
          actions={ALIGNMENTS}
          {...given}
        />
      )}
      {facts.active.has(IMAGE.name) && buttons(mayUseLibrary() ? [REPLACEMENT, DESCRIPTION] : [DESCRIPTION])}
      {facts.isInTable && <ActionMenu label={t`Table`} icon={Table2} actions={TABLE} {...given} />}
      <ActionMenu label={t`Insert`} icon={Plus} actions={[...INSERTIONS, CLEAR]} {...given} />
      <span className={styles.divider} />
    </div>
  );
});

function keepCaret(event: MouseEvent): void {
  event.preventDefault();
}

interface Given {
  text: Editor;
  texts: TextStore;
  facts: TextFacts;
}

function FormatButton({ action, text, texts, facts }: Given & { action: FormatAction }): ReactNode {
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
        aria-pressed={facts.active.has(action.name)}
        className={styles.button}
        disabled={facts.impossible.has(action.name)}
        onClick={() => action.run(text, texts)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ActionMenuProps extends Given {
  label: string;
  icon: LucideIcon;
  actions: readonly FormatAction[];
}

function ActionMenu({ label, icon: Icon, actions, text, texts, facts }: ActionMenuProps): ReactNode {
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={styles.menuButton} aria-label={label} title={label}>
          <Icon size={16} aria-hidden />
          <ChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown onMouseDown={keepCaret}>
        {actions.map((action) => {
          const isActive = facts.active.has(action.name);
          return (
            <Menu.Item
              key={action.name}
              leftSection={<action.icon size={16} aria-hidden />}
              rightSection={action.keys && <Kbd keys={action.keys} />}
              aria-current={isActive || undefined}
              data-active={isActive || undefined}
              className={styles.item}
              disabled={facts.impossible.has(action.name)}
              onClick={() => action.run(text, texts)}
            >
              {action.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
