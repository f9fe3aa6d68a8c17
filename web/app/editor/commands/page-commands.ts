/** Commands about the page as a whole and the panels around it. */
import { t } from '@lingui/core/macro';
import type { Hotkey } from '@tanstack/hotkeys';
import {
  Eye,
  FilePlus2,
  Glasses,
  Keyboard,
  ListTree,
  Pencil,
  Plus,
  Redo2,
  Save,
  Search,
  Settings2,
  SlidersHorizontal,
  Undo2,
} from 'lucide-react';
import { commitPending } from '../../fields/pending.ts';
import { toast } from '../../ui/toast.ts';
import { changedNode } from '../places/changed-node.ts';
import type { Panel } from '../store/chrome-store.ts';
import type { Command, CommandContext } from './command.ts';

const always = () => true;
const isEditing: Command['enabled'] = (state) => state.mode.name !== 'view';

export const undo: Command = {
  name: 'undo',
  label: t`Undo`,
  icon: Undo2,
  keys: ['Mod+Z'],
  worksInText: true,
  enabled: isEditing,
  run: (context) => takeStep(context, 'undo', t`Undone`, t`Nothing to undo`),
};

export const redo: Command = {
  name: 'redo',
  label: t`Redo`,
  icon: Redo2,
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  worksInText: true,
  enabled: isEditing,
  run: (context) => takeStep(context, 'redo', t`Redone`, t`Nothing to redo`),
};

function takeStep(context: CommandContext, way: 'undo' | 'redo', done: string, nothing: string): void {
  const { editor, focusNode, reveal } = context;
  const before = editor.get().page;
  const step = editor[way]();
  if (step === 'impossible') toast.show({ message: t`The page has changed too much for that step.` });
  else editor.announce(step === 'nothing' ? nothing : `${done}: ${step.label}`);
  const { selected, mode, page, history } = editor.get();
  // What had the keyboard in the page may be gone with the step. On the screen's own buttons it stays.
  const isInPage = document.activeElement instanceof HTMLIFrameElement;
  if (selected && mode.name === 'edit' && isInPage) focusNode(selected, { keepsPlace: true });
  if (typeof step === 'string' || !before || !page) return;
  // What was selected before the change may be far from it.
  const actions = way === 'undo' ? history.future.at(-1)?.inverse : history.past.at(-1)?.actions;
  const changed = actions && changedNode(actions, before.page, page.page);
  if (changed) reveal(changed, { isPartEnough: true });
}

export const save: Command = {
  name: 'save',
  label: t`Save`,
  icon: Save,
  keys: ['Mod+S'],
  worksInText: true,
  enabled: (state) => state.page !== undefined,
  run: ({ save: saveNow }) => void saveNow(),
};

export const view: Command = {
  name: 'view',
  label: t`View`,
  icon: Eye,
  keys: ['Mod+E'],
  worksInText: true,
  enabled: isEditing,
  run: ({ editor }) => {
    // The settings go with the key, and what is typed in them with no word otherwise.
    commitPending();
    editor.setMode({ name: 'view' });
  },
};

export const edit: Command = {
  name: 'edit',
  label: t`Edit`,
  icon: Pencil,
  keys: ['Mod+E'],
  worksInText: true,
  enabled: (state) => state.mode.name === 'view',
  run: ({ startEditing }) => void startEditing.current(),
};

/** As a visitor at first, then as the person seen last. The bar that it brings says whom, and ends it. */
export const viewAs: Command = {
  name: 'viewAs',
  label: t`Preview as…`,
  icon: Glasses,
  keys: ['Mod+Alt+V'],
  enabled: (state) => state.mode.name === 'view',
  run({ editor, viewAs: store }) {
    const { viewAs: current, last } = store.getState();
    store.set(current ? undefined : last);
    editor.announce(current ? t`Preview stopped` : t`Previewing the page as others see it`);
  },
};

export const openAdd = panelCommand('add', t`Add`, Plus, 'Mod+Shift+A');
export const openOutline = panelCommand('outline', t`Outline`, ListTree, 'Mod+Shift+O');
export const openSettings = panelCommand('settings', t`Settings`, SlidersHorizontal, 'Mod+,');

function panelCommand(panel: Panel, label: string, icon: Command['icon'], key: Hotkey): Command {
  return {
    name: panel,
    label,
    icon,
    keys: [key],
    worksInText: true,
    enabled: isEditing,
    run: ({ chrome }) =>
      chrome.setState((state) => ({ panel: state.panel === panel ? undefined : panel, insertAt: undefined })),
  };
}

export const newPage: Command = {
  name: 'newPage',
  label: t`New page`,
  icon: FilePlus2,
  enabled: always,
  run: ({ chrome }) => chrome.setState({ dialog: 'newPage' }),
};

export const pageSettings: Command = {
  name: 'pageSettings',
  label: t`Page settings`,
  icon: Settings2,
  enabled: always,
  run: ({ chrome }) => chrome.setState({ dialog: 'pageSettings' }),
};

/** In a text the same keys make a link. */
export const palette: Command = {
  name: 'palette',
  label: t`Search`,
  icon: Search,
  keys: ['Mod+K'],
  enabled: always,
  run: ({ chrome }) => chrome.setState({ dialog: 'palette' }),
};

export const shortcuts: Command = {
  name: 'shortcuts',
  label: t`Keyboard shortcuts`,
  icon: Keyboard,
  keys: ['?'],
  enabled: always,
  run: ({ chrome }) => chrome.setState({ dialog: 'shortcuts' }),
};
