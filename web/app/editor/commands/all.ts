/** Every command, in the order in which the list of shortcuts shows them. */
import type { Command } from './command.ts';
import * as node from './node-commands.ts';
import * as page from './page-commands.ts';

export const pageCommands: readonly Command[] = [
  page.save,
  page.undo,
  page.redo,
  page.edit,
  page.view,
  page.viewAs,
  page.openAdd,
  page.openOutline,
  page.openSettings,
  page.newPage,
  page.pageSettings,
  page.palette,
  page.shortcuts,
];

export const nodeCommands: readonly Command[] = [
  node.editText,
  node.insert,
  node.nodeSettings,
  node.goToTools,
  node.nodeLink,
  node.nodeBackground,
  node.nodeVisibility,
  node.nodeBranchBlock,
  node.selectOuter,
  node.selectPrevious,
  node.selectNext,
  node.moveUp,
  node.moveDown,
  node.moveLeft,
  node.moveRight,
  node.duplicate,
  node.remove,
];

export const allCommands: readonly Command[] = [...pageCommands, ...nodeCommands];
