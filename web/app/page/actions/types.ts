/**
 * The actions a save is made of, discriminated by `name`. Each has a file of its own beside this one
 * (and its twin in services/content/content/model/actions/) with `apply`, and here also `invert`.
 * Ids of new nodes, plugins and blocks come from the editor (UUIDv7), so that its result and the server's are the same.
 * An action one of whose ids is '' is ignored. An action that would change nothing is ignored too.
 */
import type { Background, Block, FieldLevel, Id, PageNode, Spacing } from '../types.ts';

/** Ids for the rows and columns that take in a column's plugins when a row is created among them. */
export interface WrapIds {
  rowId: Id;
  colId: Id;
}

export type Action =
  /** A new instance; it shows once a BLOCK_ADD_PLUGIN_NODE places it. One that exists with the same ref gets these fields. */
  | { name: 'PLUGIN_CREATE'; pluginId: Id; ref: string; fields: Record<string, unknown> }
  /** Sets these fields and leaves all others as they are; null removes one. */
  | { name: 'PLUGIN_UPDATE'; pluginId: Id; fields: Record<string, unknown> }
  /**
   * Inserts `node` with everything nested in it at `index` (clamped) of the parent's block. `blocks` gives the
   * page's blocks of the `col-unique` nodes in it. A row created in a column that holds plugins wraps them in rows
   * of their own: those before `index` with `wrapBefore`, those after with `wrapAfter`.
   */
  | {
      name: 'NODE_CREATE';
      parentId: Id;
      index: number;
      node: PageNode;
      blocks?: Record<Id, Block>;
      wrapBefore?: WrapIds;
      wrapAfter?: WrapIds;
    }
  /**
   * Removes a node and all in it, with their settings, links and page blocks; plugin instances and branches stay.
   * The last column of a row cannot be removed: remove the row.
   */
  | { name: 'NODE_DELETE'; nodeId: Id }
  /**
   * row to row-branch: the block moves to the branches under `blockId` with `branchName`.
   * row-branch to row: the block moves back, which no other row may show; with `ids` (old id to new id, of all nodes
   * and plugins in it) a copy moves and the branch stays. Between col, col-unique and col-shared the block moves between the node and the page.
   */
  | {
      name: 'NODE_SET_TYPE';
      nodeId: Id;
      type: 'row' | 'row-branch' | 'col' | 'col-unique' | 'col-shared';
      blockId?: Id;
      branchName?: string;
      ids?: Record<Id, Id>;
    }
  /** The page-wide link of a node; null removes it. */
  | { name: 'LINK_SET'; nodeId: Id; href: string | null; targetBlank: boolean }
  /** A new branch block, used by no node yet; ignored where there is one with this id. */
  | { name: 'BLOCK_CREATE'; blockId: Id; branchName: string; block: Block }
  /** Gives a `col-unique` that has no block on this page an empty one; ignored where there is one. */
  | { name: 'LAYOUT_BLOCK_CREATE'; nodeId: Id }
  /** Moves a node (not a plugin's column limit: the target's rules hold) to `index` of the new parent's block, counted without the moved node. */
  | { name: 'LAYOUT_MOVE_NODE'; nodeId: Id; parentId: Id; index: number }
  /** A plugin stands at most once on a page. */
  | { name: 'BLOCK_ADD_PLUGIN_NODE'; parentId: Id; index: number; nodeId: Id; pluginId: Id }
  /** Takes a plugin's node out; the instance stays and can be placed again. */
  | { name: 'BLOCK_REMOVE_NODE'; nodeId: Id }
  | { name: 'NODE_SET_TAG_NAME'; nodeId: Id; level: FieldLevel; tagName: string | null }
  | { name: 'NODE_SET_TRANSITION_NAME'; nodeId: Id; level: FieldLevel; transitionName: string | null }
  | { name: 'NODE_SET_IDS'; nodeId: Id; level: FieldLevel; ids: string[] }
  | { name: 'NODE_SET_CLASS_NAMES'; nodeId: Id; level: FieldLevel; classNames: string[] }
  | { name: 'NODE_SET_HREF'; nodeId: Id; level: FieldLevel; href: string | null; hrefTarget: '_blank' | '' }
  | { name: 'NODE_SET_SCOPE_WHITELIST'; nodeId: Id; level: FieldLevel; scopeWhitelist: string[] }
  /** Replaces every background field; null removes them. */
  | { name: 'NODE_SET_BACKGROUND'; nodeId: Id; level: FieldLevel; background: Background | null }
  /** Replaces every spacing field of a row or column; null removes them. */
  | { name: 'NODE_SET_SPACING'; nodeId: Id; level: FieldLevel; spacing: Spacing | null }
  /** Shows another branch block in a row-branch. */
  | { name: 'NODE_SET_BRANCH_BLOCK'; nodeId: Id; blockId: Id };

export type ActionName = Action['name'];

/** Faults of an action, with the stable code that the server answers too. */
export type ActionFaultCode =
  | 'node_not_found'
  | 'plugin_not_found'
  | 'branch_not_found'
  | 'id_taken'
  | 'child_not_allowed'
  | 'too_many_columns'
  | 'last_column'
  | 'wrap_ids_missing'
  | 'type_not_possible'
  | 'move_into_itself'
  | 'tree_too_deep'
  | 'tree_too_large';
