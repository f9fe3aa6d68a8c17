/**
 * What the editor is doing. One mode at a time; what a mode works on is part of it, so that leaving the mode
 * lets go of it. Of the specification's modes, `commit plugin edit` and `remove plugin` are moments and not
 * states: the first is `flush` in editor-store.ts, the second the command that removes.
 */
import type { Id } from '../../page/types.ts';

/** A point in the canvas's client coordinates. */
export interface Point {
  left: number;
  top: number;
}

export type Mode =
  /** The page as visitors get it. */
  | { name: 'view' }
  /** The page is open for editing; something may be selected. */
  | { name: 'edit' }
  /** The caret is in a plugin. */
  | { name: 'editPlugin'; nodeId: Id; caret?: Point | 'firstLine' | 'afterTitle' }
  /** The settings modal of a plugin is open. */
  | { name: 'editPluginMeta'; nodeId: Id }
  /** Something is being dragged. */
  | { name: 'sortPlugin'; nodeId?: Id }
  /** Ours: the settings' panel was asked for. */
  | { name: 'editNodeSettings'; nodeId: Id }
  | { name: 'editNodeBackground'; nodeId: Id }
  | { name: 'editNodeLink'; nodeId: Id }
  | { name: 'editNodeBranchBlock'; nodeId: Id }
  /** Ours: who sees a node. */
  | { name: 'editNodeVisibility'; nodeId: Id };

/** Whether a mode is a section of the settings: it was asked for, and ends with them or by going on in the page. */
export function isOfSettings({ name }: Mode): boolean {
  return name.startsWith('editNode');
}

/** The node a mode works on. */
export function nodeOf(mode: Mode): Id | undefined {
  return 'nodeId' in mode ? mode.nodeId : undefined;
}

/**
 * What is selected after a mode was left. Leaving the plugin's caret or modal by going on to something else
 * (`next`) selects that; going back to `edit` keeps the plugin in hand, so that the keyboard does not lose
 * its place; `view` shows no selection at all.
 */
export function selectionAfter(previous: Mode, next: Mode, selected: Id | undefined): Id | undefined {
  if (next.name === 'view') return undefined;
  return nodeOf(next) ?? nodeOf(previous) ?? selected;
}
