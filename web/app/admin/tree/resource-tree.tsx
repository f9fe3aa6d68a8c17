/**
 * A list's records as the tree that they make, read a branch at a time as it is opened. Arrows, Home, End and letters go from
 * row to row, Enter opens a record, Space chooses it, Delete deletes it; Ctrl+X and Ctrl+V move it, as dragging does.
 */
import { t } from '@lingui/core/macro';
import { matchesKeyboardEvent } from '@tanstack/hotkeys';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/toast.ts';
import { rowAt, rowFor } from '../../ui/tree-keys.ts';
import { addressOf } from '../define-entry.ts';
import { isOpenable, type Resource, type ResourceTree as Tree } from '../define-resource.ts';
import { isRemovable } from '../removal.ts';
import type { Selection } from '../use-selection.ts';
import styles from './tree.module.css';
import { TreeBranch } from './tree-branch.tsx';
import { TreeContext, type TreeState } from './tree-context.ts';
import { useOpenRows } from './use-open-rows.ts';

interface ResourceTreeProps<Row> {
  resource: Resource<Row>;
  tree: Tree<Row>;
  selection: Selection<Row>;
  isRemoved: (row: Row) => boolean;
  onRemove: (row: Row) => void;
}

interface Drawn<Row> {
  row: Row;
  parent: Row | undefined;
}

export function ResourceTree<Row>({
  resource,
  tree,
  selection,
  isRemoved,
  onRemove,
}: ResourceTreeProps<Row>) {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef(new Map<string, Drawn<Row>>());
  const wanted = useRef<{ id: string; parentId: string | undefined }>(undefined);
  const { isOpen, setOpen } = useOpenRows(resource.path);
  const [current, setCurrent] = useState<string>();
  const { carried, carry, dropOn, mayDropOn } = useMoving(resource, tree, drawn.current, (id, parentId) => {
    if (parentId) setOpen(parentId, true);
    wanted.current = { id, parentId };
  });
  const note = useCallback(
    (row: Row, parent: Row | undefined, at: HTMLElement | null) => {
      const id = resource.idOf(row);
      drawn.current.set(id, { row, parent });
      // What was moved is drawn anew below its new parent, while it may still be seen in its former place.
      if (wanted.current?.id !== id || wanted.current.parentId !== (parent && resource.idOf(parent))) return;
      wanted.current = undefined;
      at?.focus();
    },
    [resource],
  );
  const state: TreeState<Row> = {
    ...{ resource, tree, selection, isRemoved, onRemove, isOpen, setOpen, current, setCurrent },
    ...{ carried, carry, dropOn, mayDropOn, note },
  };
  const onKeyDown = useTreeKeys(state, element, drawn.current);
  return (
    <TreeContext value={state}>
      <div className={styles.head} aria-hidden>
        <span>{resource.columns[0]?.header}</span>
        <span>{t`Below`}</span>
      </div>
      {carried && tree.move && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys have Ctrl+V on a row, and the row's menu
        <div
          className={styles.top}
          data-may-drop={mayDropOn(undefined) || undefined}
          onDragOver={(event) => mayDropOn(undefined) && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            dropOn(undefined);
          }}
        >
          {t`Top level: drop here`}
        </div>
      )}
      <div
        ref={element}
        role="tree"
        aria-label={resource.many}
        aria-multiselectable
        className={styles.tree}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <TreeBranch parent={undefined} level={1} />
      </div>
    </TreeContext>
  );
}

type Placed = (id: string, parentId: string | undefined) => void;

/** Carries one record from its place to another, with the way back. */
function useMoving<Row>(
  resource: Resource<Row>,
  tree: Tree<Row>,
  drawn: Map<string, Drawn<Row>>,
  onPlaced: Placed,
) {
  const queryClient = useQueryClient();
  const [carried, carry] = useState<Row>();
  const { idOf } = resource;
  const refresh = () =>
    Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

  /** Whether the target is the carried record itself or below it. */
  const isWithin = (row: Row | undefined): boolean => {
    if (!row || !carried) return false;
    return idOf(row) === idOf(carried) || isWithin(drawn.get(idOf(row))?.parent);
  };
  const mayDropOn = (row: Row | undefined): boolean => {
    if (!carried || !tree.move || isWithin(row)) return false;
    const parent = drawn.get(idOf(carried))?.parent;
    const isThere = (parent && idOf(parent)) === (row && idOf(row));
    return !isThere && (row === undefined || tree.move.canHold(row));
  };
  const attempt = async (call: () => Promise<Row>, parent: Row | undefined): Promise<Row | undefined> => {
    try {
      const after = await call();
      onPlaced(idOf(after), parent && idOf(parent));
      return after;
    } catch (error) {
      toast.error(error);
    } finally {
      await refresh();
    }
  };
  const dropOn = async (row: Row | undefined) => {
    const { move } = tree;
    if (!carried || !move || !mayDropOn(row)) return;
    const from = drawn.get(idOf(carried))?.parent;
    carry(undefined);
    const after = await attempt(() => move.run(carried, row), row);
    if (!after) return;
    toast.undo(move.done(after), { onUndo: () => void attempt(() => move.undo(after, carried), from) });
  };
  return { carried, carry, dropOn: (row: Row | undefined) => void dropOn(row), mayDropOn };
}

function useTreeKeys<Row>(
  state: TreeState<Row>,
  element: { current: HTMLElement | null },
  drawn: Map<string, Drawn<Row>>,
) {
  const navigate = useNavigate();
  const { resource, tree, selection, setOpen, isOpen, carry, carried, dropOn, mayDropOn, onRemove } = state;

  /** What a key does with the row that it is pressed on; false where it does nothing. */
  const act = (event: KeyboardEvent, row: Row, at: HTMLElement): boolean => {
    const id = resource.idOf(row);
    const pressed = (keys: Parameters<typeof matchesKeyboardEvent>[1]) =>
      matchesKeyboardEvent(event.nativeEvent, keys);
    if (pressed('Mod+X') && tree.move?.canMove(row)) carry(row);
    else if (pressed('Mod+V') && mayDropOn(row)) dropOn(row);
    else if (pressed('Escape') && carried) carry(undefined);
    else if (event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (event.key === 'Enter' && isOpenable(resource)) void navigate(addressOf(resource, id));
    else if (event.key === ' ') selection.toggle(row);
    else if (event.key === 'Delete' && isRemovable(resource, row)) onRemove(row);
    else if (event.key === 'ArrowRight' && tree.belowOf(row) > 0 && !isOpen(id)) setOpen(id, true);
    else if (event.key === 'ArrowLeft' && tree.belowOf(row) > 0 && isOpen(id)) setOpen(id, false);
    else if (event.key === 'F10' && event.shiftKey)
      at.querySelector<HTMLElement>('[data-menu] button')?.click();
    else return false;
    return true;
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const at = rowAt(event.target);
    // Keys of the links and boxes in a row are their own.
    if (!element.current || !at || event.target !== at) return;
    const found = drawn.get(at.dataset.row ?? '');
    if (found && act(event, found.row, at)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowFor(event.key, element.current, at);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
