/**
 * The bar of what is selected: a handle to drag it by, what it is, its commands, and the tools of a text being edited.
 * It has a place of its own, above the page or, on a phone, below it: over the page it would cover what is written or
 * clicked next.
 */
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { ChevronDown, Ellipsis, GripVertical, Plus, SquarePlus, Users } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue } from 'react';
import type { PageState } from '../../page/types.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { loadable, loadFailed } from '../../ui/load-failure.tsx';
import { FormatBar } from '../../writing/format-bar.tsx';
import { useRovingFocus } from '../../writing/roving-focus.ts';
import type { Command } from '../commands/command.ts';
import * as commands from '../commands/node-commands.ts';
import { viewAs as viewAsCommand } from '../commands/page-commands.ts';
import { useCommand } from '../commands/use-command.ts';
import { useEditing, useEditorState, useTextState, useViewAs } from '../context.tsx';
import { focusPage } from '../focus-page.ts';
import { placeBeside, placesForRows } from '../inserting/insert-place.ts';
import { useDragHandle } from '../moving/use-drag.ts';
import { RowChoice } from '../overlay/row-choice.tsx';
import { isSelectable, nameOf, sharedNotice } from '../places/names.ts';
import { ancestorsOf, isColumn, isPlugin, isRow, type Place, placeOf } from '../places/places.ts';
import { TextExcess } from '../text/excess.tsx';
import { ColumnCount } from './column-count.tsx';
import styles from './selection-bar.module.css';

export function SelectionBar(): ReactNode {
  const page = useEditorState((state) => state.page);
  const selected = useEditorState((state) => state.selected);
  // The tools are heavy to draw, and the caret that Edit puts into a text does not wait for them.
  const isViewing = useDeferredValue(useEditorState((state) => state.mode.name === 'view'));
  const goBack = useWayBack();
  if (!page || isViewing) return <ViewedBar />;
  const place = placeOf(page.page, selected);
  const shared = place && sharedNotice(place);
  const plugin = place?.node.type === 'plugin' ? page.plugins[place.node.pluginId] : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads out of the toolbar that is in it
    <div className={styles.bar} data-pw-bar="" onKeyDown={goBack}>
      {place ? (
        <Tools place={place} page={page} />
      ) : (
        <p className={styles.hint}>{t`Select a part of the page to change it.`}</p>
      )}
      {plugin && <TextExcess plugin={plugin} />}
      {shared && (
        <p className={styles.shared} title={shared}>
          <Users size={13} aria-hidden /> <span>{shared}</span>
        </p>
      )}
    </div>
  );
}

const ViewAsBar = loadable(async () => (await import('../view-as/view-as-bar.tsx')).ViewAsBar, {
  Waiting: OwnBar,
  Failure: ({ onRetry }) => (
    <div className={styles.bar} data-viewed="" role="alert">
      <p className={styles.hint}>{loadFailed()}</p>
      <Button size="xs" variant="subtle" onClick={onRetry}>{t`Retry`}</Button>
      <ViewAsButton />
    </div>
  ),
});

/** While the page is viewed: as whom. It has the height that the tools will have, so that the page stays in its place. */
function ViewedBar(): ReactNode {
  const viewAs = useViewAs((state) => state.viewAs);
  return viewAs ? <ViewAsBar viewAs={viewAs} /> : <OwnBar />;
}

function OwnBar(): ReactNode {
  return (
    <div className={styles.bar} data-viewed="">
      <p className={styles.hint}>{t`You see the page with your own permissions.`}</p>
      <ViewAsButton />
    </div>
  );
}

function ViewAsButton(): ReactNode {
  const { isEnabled, run } = useCommand(viewAsCommand);
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<viewAsCommand.icon size={15} aria-hidden />}
      disabled={!isEnabled}
      data-view-as=""
      onClick={run}
    >
      {viewAsCommand.label}
    </Button>
  );
}

function Tools({ place, page }: { place: Place; page: PageState }): ReactNode {
  const isTextEdited = useEditorState((state) => state.mode.name === 'editPlugin');
  const text = useTextState((state) => state.text);
  const { texts } = useEditing();
  const drawnText = useDeferredValue(text, undefined);
  const handle = useDragHandle({ kind: 'node', nodeId: place.node.id }, nameOf(page, place));
  const roving = useRovingFocus();
  return (
    <div className={styles.tools} role="toolbar" aria-label={t`${nameOf(page, place)}: tools`} {...roving}>
      {(isPlugin(place) || isRow(place) || isColumn(place)) && (
        <span
          className={styles.grip}
          title={t`Drag to move, or Alt and the arrow keys`}
          data-pw-grip=""
          {...handle}
        >
          <GripVertical size={16} aria-hidden />
        </span>
      )}
      <WhatIsSelected place={place} page={page} />
      {isTextEdited && text && text === drawnText && <FormatBar text={text} texts={texts} />}
      {isRow(place) && <ColumnCount page={page.page} row={place} />}
      {!isTextEdited && <CommandButton command={commands.moveUp} />}
      {!isTextEdited && <CommandButton command={commands.moveDown} />}
      <AddBeside place={place} />
      <CommandButton command={commands.nodeSettings} />
      {!isTextEdited && <CommandButton command={commands.duplicate} />}
      <MoreMenu />
      <CommandButton command={commands.remove} />
    </div>
  );
}

/** What the `+` buttons in the page do, which are only where the page has room for them. */
function AddBeside({ place }: { place: Place }): ReactNode {
  const { chrome } = useEditing();
  const target = placeBeside(place);
  const rows = placesForRows(place);
  if (!target && !rows) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label={t`Add beside this`} title={t`Add beside this`}>
          <SquarePlus size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {target && (
          <Menu.Item
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => chrome.setState({ panel: 'add', insertAt: target })}
          >
            {isPlugin(place) ? t`Below it` : t`In this column`}
          </Menu.Item>
        )}
        {rows && <RowChoice label={t`A row before, with columns`} target={rows.before} where="before" />}
        {rows && <RowChoice label={t`A row after, with columns`} target={rows.after} where="after" />}
      </Menu.Dropdown>
    </Menu>
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
        <button type="button" className={styles.name} aria-label={t`${nameOf(page, place)}: select parent`}>
          {nameOf(page, place)}
          <ChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Select`}</Menu.Label>
        {outer.map((around) => (
          <Menu.Item key={around.node.id} onClick={() => focusNode(around.node.id)}>
            {nameOf(page, around)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
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
  commands.nodeBranchBlock,
  commands.selectOuter,
];

const MoreMenu = memo(function MoreMenu(): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t`More`}>
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
