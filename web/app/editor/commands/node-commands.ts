/** Commands about what is selected. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Blocks,
  Copy,
  CornerLeftUp,
  Link2,
  Lock,
  type LucideIcon,
  PaintBucket,
  Plus,
  Settings,
  TextCursorInput,
  Trash2,
  Wrench,
} from 'lucide-react';
import type { Action } from '../../page/actions/types.ts';
import { isInlineEditable } from '../../plugins/registry/editors.ts';
import { toast } from '../../ui/toast.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { canDuplicate, duplicate as copyOf } from '../inserting/duplicate.ts';
import { putIn } from '../inserting/put-in.ts';
import { moveNode, positionIn } from '../moving/move-node.ts';
import { type Direction, moveTarget } from '../moving/move-target.ts';
import { isSelectable, nameOf } from '../places/names.ts';
import {
  ancestorsOf,
  holdsUniqueColumn,
  isColumn,
  isPlugin,
  type Place,
  placeOf,
  placesOf,
} from '../places/places.ts';
import { isFormWide } from '../settings/form-width.ts';
import { canBeShared } from '../settings/sharing.ts';
import type { EditorState } from '../store/editor-state.ts';
import type { Command, CommandContext } from './command.ts';
import { undo } from './page-commands.ts';

export function selectedPlace(state: EditorState): Place | undefined {
  return state.page && state.mode.name !== 'view' ? placeOf(state.page.page, state.selected) : undefined;
}

const hasSelection: Command['enabled'] = (state) => selectedPlace(state) !== undefined;

export const editText: Command = {
  name: 'editText',
  label: t`Edit text`,
  icon: TextCursorInput,
  keys: ['Enter'],
  enabled: (state) => hasSelection(state) && state.mode.name === 'edit',
  run({ editor, chrome, focusNode, ...rest }) {
    const state = editor.get();
    const place = selectedPlace(state);
    if (!place || !state.page) return;
    if (place.node.type !== 'plugin') {
      const first = place.children[0];
      if (first) focusNode(first.node.id);
      // With nothing in it to go to, something is wanted there.
      else chrome.setState({ panel: 'add', insertAt: undefined });
    } else if (isInlineEditable(state.page.plugins[place.node.pluginId]?.ref)) {
      editor.setMode({ name: 'editPlugin', nodeId: place.node.id });
    } else if (isFormWide(state.page.plugins[place.node.pluginId]?.ref ?? '')) {
      editor.setMode({ name: 'editPluginMeta', nodeId: place.node.id });
    } else nodeSettings.run({ editor, chrome, focusNode, ...rest });
  },
};

export const insert: Command = {
  name: 'insert',
  label: t`Add something here`,
  icon: Plus,
  keys: ['/'],
  enabled: (state) => hasSelection(state) && state.mode.name === 'edit',
  run: ({ chrome }) => chrome.setState({ panel: 'add', insertAt: undefined }),
};

/** The same panel as the bar's Settings button opens, with the keyboard in what is the part's own. */
export const nodeSettings: Command = {
  name: 'nodeSettings',
  label: t`Block settings`,
  icon: Settings,
  keys: ['Alt+Enter'],
  worksInText: true,
  enabled: hasSelection,
  run({ editor, chrome }) {
    withSelected(editor.get(), (nodeId) => editor.setMode({ name: 'editNodeSettings', nodeId }));
    chrome.setState({ panel: 'settings', insertAt: undefined });
  },
};

export const nodeLink = settingCommand('editNodeLink', t`Make this whole block a link`, Link2);
export const nodeBackground = settingCommand('editNodeBackground', t`Background`, PaintBucket);
export const nodeVisibility = settingCommand('editNodeVisibility', t`Who sees this`, Lock);

export const nodeBranchBlock: Command = {
  ...settingCommand('editNodeBranchBlock', t`Shared block`, Blocks),
  enabled: (state) => canBeShared(selectedPlace(state)),
};

/** Opens the settings at one of their sections. */
function settingCommand(
  mode: 'editNodeLink' | 'editNodeBackground' | 'editNodeVisibility' | 'editNodeBranchBlock',
  label: string,
  icon: LucideIcon,
): Command {
  return {
    name: mode,
    label,
    icon,
    enabled: hasSelection,
    run: ({ editor, chrome }) =>
      withSelected(editor.get(), (nodeId) => {
        editor.setMode({ name: mode, nodeId });
        chrome.setState({ panel: 'settings' });
      }),
  };
}

function withSelected(state: EditorState, run: (nodeId: string) => void): void {
  if (state.selected) run(state.selected);
}

/** From the text or the part to its tools; Escape leads back. */
export const goToTools: Command = {
  name: 'goToTools',
  label: t`Go to the tools`,
  icon: Wrench,
  keys: ['Alt+F10'],
  worksInText: true,
  enabled: hasSelection,
  run: () =>
    document
      .querySelector<HTMLElement>('[data-pw-bar] [role="toolbar"] button:not(:disabled, [tabindex="-1"])')
      ?.focus(),
};

/** Escape: from the caret to the plugin, from there outwards. */
export const selectOuter: Command = {
  name: 'selectOuter',
  label: t`Select parent`,
  icon: CornerLeftUp,
  keys: ['Escape'],
  enabled: hasSelection,
  run({ editor, focusNode }) {
    const place = selectedPlace(editor.get());
    const outer = place && ancestorsOf(place).find(isSelectable);
    if (outer) focusNode(outer.node.id);
    else editor.select(undefined);
  },
};

export const selectNext = stepCommand('selectNext', t`Select the next part`, 'ArrowDown', ArrowDown, 1);
export const selectPrevious = stepCommand(
  'selectPrevious',
  t`Select the previous part`,
  'ArrowUp',
  ArrowUp,
  -1,
);

function stepCommand(name: string, label: string, key: Hotkey, icon: LucideIcon, step: 1 | -1): Command {
  return {
    name,
    label,
    icon,
    keys: [key],
    enabled: (state) => state.mode.name === 'edit',
    run({ editor, focusNode }) {
      const { page, selected } = editor.get();
      if (!page) return;
      const all = [...placesOf(page.page).values()].filter(isSelectable);
      const current = all.findIndex((place) => place.node.id === selected);
      const next = current < 0 ? all.find(isPlugin) : all[current + step];
      if (next) focusNode(next.node.id);
    },
  };
}

export const moveUp = moveCommand('up', t`Move up`, 'Alt+ArrowUp', ArrowUp);
export const moveDown = moveCommand('down', t`Move down`, 'Alt+ArrowDown', ArrowDown);
export const moveLeft = moveCommand('left', t`Move left`, 'Alt+ArrowLeft', ArrowLeft);
export const moveRight = moveCommand('right', t`Move right`, 'Alt+ArrowRight', ArrowRight);

function moveCommand(direction: Direction, label: string, key: Hotkey, icon: LucideIcon): Command {
  return {
    name: `move-${direction}`,
    label,
    icon,
    keys: [key],
    worksInText: true,
    enabled: hasSelection,
    run: ({ editor, focusNode }) => move(editor, direction, focusNode),
  };
}

const AT_THE_END: Record<Direction, (name: string) => string> = {
  up: (name) => t`${name} cannot move further up`,
  down: (name) => t`${name} cannot move further down`,
  left: (name) => t`${name} cannot move further left`,
  right: (name) => t`${name} cannot move further right`,
};

function move(
  editor: CommandContext['editor'],
  direction: Direction,
  focusNode: CommandContext['focusNode'],
): void {
  editor.flush();
  const { page, selected, mode } = editor.get();
  const place = selected && page ? placeOf(page.page, selected) : undefined;
  if (!page || !place) return;
  const name = nameOf(page, place);
  const target = moveTarget(page.page, place.node.id, direction);
  if (!target) {
    editor.announce(AT_THE_END[direction](name));
    return;
  }
  if (!moveNode(editor, place.node.id, name, target)) return;
  if (mode.name !== 'editPlugin') focusNode(place.node.id);
}

function announceCopy(editor: CommandContext['editor'], name: string, nodeId: string): void {
  const at = positionIn(editor, nodeId);
  if (!at) return;
  const { position, count, parent } = at;
  editor.announce(t`${name} duplicated to position ${position} of ${count} in ${parent}`);
}

export const duplicate: Command = {
  name: 'duplicate',
  label: t`Duplicate`,
  icon: Copy,
  keys: ['Mod+D'],
  worksInText: true,
  enabled: (state) => canDuplicate(selectedPlace(state)),
  run({ editor, focusNode }) {
    editor.flush();
    const state = editor.get();
    const place = selectedPlace(state);
    const copy = state.page && copyOf(state.page, place);
    if (!state.page || !place || !copy) return;
    const name = nameOf(state.page, place);
    const refusal = t`The ${inSentence(name)} was not duplicated.`;
    if (!putIn(editor, t`Duplicate ${inSentence(name)}`, refusal, copy)) return;
    // A caret goes on in the copy, a selection to it.
    if (state.mode.name === 'editPlugin') editor.setMode({ name: 'editPlugin', nodeId: copy.nodeId });
    else focusNode(copy.nodeId);
    announceCopy(editor, name, copy.nodeId);
  },
};

export const remove: Command = {
  name: 'remove',
  label: t`Remove`,
  icon: Trash2,
  keys: ['Delete', 'Backspace'],
  isDangerous: true,
  enabled: (state) => removal(selectedPlace(state)) !== undefined,
  run(context) {
    const { editor, focusNode } = context;
    editor.flush();
    const state = editor.get();
    const place = selectedPlace(state);
    const action = removal(place);
    if (!place || !state.page || !action) return;
    const name = nameOf(state.page, place);
    const next = neighbour(place);
    editor.setMode({ name: 'edit' });
    editor.change(t`Remove ${inSentence(name)}`, [action], { select: next?.node.id });
    editor.announce(t`${name} removed`);
    if (next) focusNode(next.node.id);
    offerUndo(context, t`${name} removed`);
  },
};

/** A toast that takes the last change back. It goes once that was undone another way: pressed then, it would undo something else. */
function offerUndo(context: CommandContext, message: string): void {
  const { editor } = context;
  const change = editor.get().history.past.at(-1);
  const isLast = () => editor.get().history.past.at(-1)?.id === change?.id;
  const shown = toast.undo(message, { onUndo: () => isLast() && undo.run(context), onLapse: () => stop() });
  const stop = editor.subscribe((state) => {
    if (state.history.past.some(({ id }) => id === change?.id)) return;
    stop();
    toast.close(shown);
  });
}

function removal(place: Place | undefined): Action | undefined {
  if (!place?.parent || place.node.type === 'layout') return undefined;
  if (isPlugin(place)) return { name: 'BLOCK_REMOVE_NODE', nodeId: place.node.id };
  // A row without columns is none: the last column goes with its row.
  const isLast = isColumn(place) && place.parent.children.length === 1;
  const gone = isLast ? place.parent : place;
  // Every page that shows it would lose what it has in there. What this page alone has put there is its own to take off.
  if (gone.owner.kind !== 'page' && holdsUniqueColumn(gone)) return undefined;
  return { name: 'NODE_DELETE', nodeId: gone.node.id };
}

function neighbour(place: Place): Place | undefined {
  const siblings = place.parent?.children ?? [];
  return siblings[place.index + 1] ?? siblings[place.index - 1] ?? place.parent;
}
