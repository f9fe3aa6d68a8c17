/** The bar at what is selected: a handle to drag it by, what it is, its commands, and the tools of a text being edited. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { ChevronDown, Ellipsis, GripVertical, Users } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useCallback } from 'react';
import type { PageState } from '../../page/types.ts';
import { Kbd } from '../../ui/kbd.tsx';
import type { Command } from '../commands/command.ts';
import * as commands from '../commands/node-commands.ts';
import { useEditing, useEditorState, useTextState } from '../context.tsx';
import { focusPage } from '../focus-page.ts';
import { useDragHandle } from '../moving/use-drag.ts';
import { isSelectable, nameOf, sharedNotice } from '../places/names.ts';
import { ancestorsOf, isColumn, isPlugin, isRow, type Place } from '../places/places.ts';
import { FormatBar } from '../text/format-bar.tsx';
import { useRovingFocus } from '../text/roving-focus.ts';
import { ColumnCount } from './column-count.tsx';
import styles from './selection-bar.module.css';
import { usePlaced } from './use-placed.ts';

const GAP = 10;
/** Below this the bar is docked at the lower edge by the style sheet. */
const NARROW = 640;

export function SelectionBar({ place, page }: { place: Place; page: PageState }): ReactNode {
  const isTextEdited = useEditorState((state) => state.mode.name === 'editPlugin');
  const text = useTextState((state) => state.text);
  const shared = sharedNotice(place);
  const ref = usePlaced<HTMLDivElement>(place.node.id, (element, rect, around) => {
    if (window.innerWidth < NARROW) return element.style.removeProperty('transform');
    const { offsetWidth: width, offsetHeight: height } = element;
    const above = rect.top - height - GAP;
    const below = rect.top + rect.height + GAP;
    const fitsBelow = below + height + GAP <= around.height;
    // Above, or below what reaches the upper edge, or stuck to the edge of what fills the view.
    const top = above >= 4 ? above : fitsBelow && rect.top > -rect.height ? below : 4;
    const left = Math.max(4, Math.min(rect.left - 4, around.width - width - 4));
    element.style.transform = `translate(${left}px, ${Math.min(top, around.height - height - 4)}px)`;
  });
  const handle = useDragHandle({ kind: 'node', nodeId: place.node.id }, nameOf(page, place));
  const roving = useRovingFocus();
  const goBack = useWayBack();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads out of the toolbar that is in it
    <div ref={ref} className={styles.bar} data-pw-bar="" onKeyDown={goBack}>
      {shared && (
        <p className={styles.shared}>
          <Users size={13} aria-hidden /> {shared}
        </p>
      )}
      <div className={styles.tools} role="toolbar" aria-label={`${nameOf(page, place)}: tools`} {...roving}>
        {(isPlugin(place) || isRow(place) || isColumn(place)) && (
          <span
            className={styles.grip}
            title="Drag to move, or Alt and the arrow keys"
            data-pw-grip=""
            {...handle}
          >
            <GripVertical size={16} aria-hidden />
          </span>
        )}
        <WhatIsSelected place={place} page={page} />
        {isTextEdited && text && <FormatBar text={text} />}
        {isRow(place) && <ColumnCount row={place} />}
        {!isTextEdited && <CommandButton command={commands.moveUp} />}
        {!isTextEdited && <CommandButton command={commands.moveDown} />}
        {isPlugin(place) && <CommandButton command={commands.pluginSettings} />}
        {!isTextEdited && <CommandButton command={commands.duplicate} />}
        <MoreMenu />
        <CommandButton command={commands.remove} />
      </div>
    </div>
  );
}

/** Escape in the tools: back into the text, or to the part. */
function useWayBack(): (event: KeyboardEvent) => void {
  const editing = useEditing();
  return (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) focusPage(editing);
  };
}

/** Its name; opened, the way outwards from it. */
function WhatIsSelected({ place, page }: { place: Place; page: PageState }): ReactNode {
  const { focusNode } = useEditing();
  const outer = ancestorsOf(place).filter(isSelectable);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.name}
          aria-label={`${nameOf(page, place)}: select what is around it`}
        >
          {nameOf(page, place)}
          <ChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Select</Menu.Label>
        {outer.map((around) => (
          <Menu.Item key={around.node.id} onClick={() => focusNode(around.node.id)}>
            {nameOf(page, around)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function useCommand(command: Command): { isEnabled: boolean; run: () => void } {
  const editing = useEditing();
  const isEnabled = useEditorState(command.enabled);
  const run = useCallback(() => command.run(editing), [command, editing]);
  return { isEnabled, run };
}

// Memoised as the format bar is: the bar is drawn with each change of the page, a text's every two seconds of typing.
const CommandButton = memo(function CommandButton({ command }: { command: Command }): ReactNode {
  const { isEnabled, run } = useCommand(command);
  const Icon = command.icon;
  const [key] = command.keys ?? [];
  return (
    <Tooltip
      label={
        <span className={styles.tip}>
          {command.label} {key && <Kbd keys={key} />}
        </span>
      }
    >
      <ActionIcon aria-label={command.label} disabled={!isEnabled} onClick={run}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
});

const MORE = [
  commands.moveUp,
  commands.moveDown,
  commands.moveLeft,
  commands.moveRight,
  commands.duplicate,
  commands.nodeLink,
  commands.nodeBackground,
  commands.nodeVisibility,
  commands.selectOuter,
];

const MoreMenu = memo(function MoreMenu(): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="More">
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {MORE.map((command) => (
          <CommandItem key={command.name} command={command} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

export function CommandItem({ command }: { command: Command }): ReactNode {
  const { isEnabled, run } = useCommand(command);
  const Icon = command.icon;
  const [key] = command.keys ?? [];
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        key && (
          <span className={styles.keys}>
            <Kbd keys={key} />
          </span>
        )
      }
      disabled={!isEnabled}
      onClick={run}
      data-danger={command.isDangerous || undefined}
    >
      {command.label}
    </Menu.Item>
  );
}
