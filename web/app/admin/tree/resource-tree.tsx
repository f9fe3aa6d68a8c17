/**
 * A list's records as the tree that they make, read a branch at a time as it is opened. Arrows, Home, End and letters go from
 * row to row, Enter opens a record, Space chooses it, F2 renames it, Delete deletes it; Ctrl+X and Ctrl+V move it, as
 * dragging does, and Ctrl+Z takes a move back.
 */
import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { keyNames } from '../../ui/kbd.tsx';
import { rowAt, rowFor } from '../../ui/tree-keys.ts';
import { mayWrite, type Resource, type ResourceTree as Tree } from '../define-resource.ts';
import { isRemovable } from '../removal.ts';
import { ADMIN_KEYS, TREE_KEYS } from '../shortcuts.ts';
import type { Selection } from '../use-selection.ts';
import { rowAddress } from './row-name.tsx';
import { type Step, stepped } from './steps.ts';
import styles from './tree.module.css';
import { TreeBranch } from './tree-branch.tsx';
import { TreeContext, type TreeState } from './tree-context.ts';
import { type DrawnRows, useMoving } from './use-moving.ts';
import { useOpenRows } from './use-open-rows.ts';
import { useRenaming } from './use-renaming.ts';

/** Why a step leads nowhere. */
const wordsFor = (step: Step): string =>
  ({
    up: t`It is the first already.`,
    down: t`It is the last already.`,
    in: t`There is nothing above it to move it into.`,
    out: t`It is at the top already.`,
  })[step];

const STEPS: readonly Step[] = ['up', 'down', 'in', 'out'];

interface ResourceTreeProps<Row> {
  resource: Resource<Row>;
  tree: Tree<Row>;
  /** Left out where rows are not chosen for anything. */
  selection?: Selection<Row>;
  /** The row whose record is shown beside the tree, which is narrow then and has no head. */
  shown?: string | undefined;
  isBeside?: boolean;
  isRemoved: (row: Row) => boolean;
  onRemove: (row: Row) => void;
}

export function ResourceTree<Row>({
  resource,
  tree: declared,
  selection,
  shown,
  isBeside = false,
  isRemoved,
  onRemove,
}: ResourceTreeProps<Row>) {
  // Rights are looked at now: resources are declared once, and stay when they change.
  const tree = mayWrite(resource) ? declared : { ...declared, move: undefined, rename: undefined };
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnRows<Row>>(new Map());
  const wanted = useRef<{ id: string; parentId: string | undefined }>(undefined);
  const { isOpen, setOpen } = useOpenRows(resource.path, tree.startsOpen);
  const [current, setCurrent] = useState<string>();
  const leaveCurrent = useCallback((id: string) => setCurrent((now) => (now === id ? undefined : now)), []);
  const [said, setSaid] = useState({ words: '', count: 0 });
  // Said anew also where the words are the same: as a text that stays they would be read out once.
  const say = useCallback((words: string) => setSaid(({ count }) => ({ words, count: count + 1 })), []);
  const moving = useMoving(resource, tree, drawn.current, (id, parentId) => {
    if (parentId) setOpen(parentId, true);
    wanted.current = { id, parentId };
  });
  const { carried, mayDropOn, dropOn } = moving;
  const renaming = useRenaming(resource, tree);
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
    ...{ ...moving, ...renaming, shown, note, leaveCurrent, say },
  };
  const onKeyDown = useTreeKeys(state, element, drawn.current);
  return (
    <TreeContext value={state}>
      {!isBeside && (
        <div className={styles.head} aria-hidden>
          <span>{resource.columns[0]?.header}</span>
          <span>{t`Below`}</span>
        </div>
      )}
      <div
        ref={element}
        role="tree"
        aria-label={resource.many}
        aria-multiselectable={selection ? true : undefined}
        data-beside={isBeside || undefined}
        className={styles.tree}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <TreeBranch parent={undefined} level={1} />
      </div>
      <span className="pw-visually-hidden" aria-live="polite">
        <span key={said.count}>{said.words}</span>
      </span>
      {carried && tree.move && (
        // Below all rows: above them it would push away the one that is being taken hold of.
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
    </TreeContext>
  );
}

function useTreeKeys<Row>(
  state: TreeState<Row>,
  element: { current: HTMLElement | null },
  drawn: DrawnRows<Row>,
) {
  const navigate = useNavigate();
  const { resource, tree, selection, setOpen, isOpen, carry, carried, dropOn, mayDropOn, onRemove } = state;
  const { say, undoLast } = state;

  /** Whether it was a key that moves a record among those around it, or in or out; they are what is drawn. */
  const step = (event: KeyboardEvent, row: Row, at: HTMLElement): boolean => {
    if (!tree.move?.beside || !tree.move.canMove(row)) return false;
    const which = STEPS.find((way) => isAnyPressed(event.nativeEvent, TREE_KEYS[way].keys));
    if (!which || !element.current) return false;
    const place = stepped(element.current, at, which);
    const found = place && drawn.get(place.id);
    say(found ? '' : wordsFor(which));
    if (found && place.side === 'inside') state.moveInto(row, found.row);
    else if (found) state.moveBeside(row, found.row, place.side as 'before' | 'after');
    return true;
  };

  /** What a key does with the row that it is pressed on; false where it does nothing. */
  const act = (event: KeyboardEvent, row: Row, at: HTMLElement): boolean => {
    const id = resource.idOf(row);
    const address = rowAddress(resource, tree, row);
    const pressed = (name: keyof typeof TREE_KEYS) => isAnyPressed(event.nativeEvent, TREE_KEYS[name].keys);
    const name = resource.nameOf(row);
    if (pressed('pickUp') && tree.move?.canMove(row)) {
      carry(row);
      const keys = keyNames(TREE_KEYS.putBelow.keys[0]).join('+');
      say(t`“${name}” was cut. Press ${keys} on its new parent, or Escape to leave it where it is.`);
    } else if (pressed('putBelow') && carried) {
      say(mayDropOn(row) ? '' : t`It cannot go below “${name}”.`);
      dropOn(row);
    } else if (event.key === 'Escape' && carried) {
      carry(undefined);
      say(t`“${resource.nameOf(carried)}” stays where it is.`);
    } else if (isAnyPressed(event.nativeEvent, ADMIN_KEYS.undo.keys) && undoLast()) {
      // The list's own listener would take back a deletion, too.
      event.stopPropagation();
    } else if (event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (pressed('open') && address !== undefined) void navigate(address);
    else if (pressed('choose') && selection) selection.toggle(row);
    else if (pressed('choose') && address !== undefined) void navigate(address);
    else if (pressed('rename') && tree.rename) state.startRenaming(row);
    else if (pressed('remove') && isRemovable(resource, row)) onRemove(row);
    else if (event.key === 'ArrowRight' && tree.belowOf(row) > 0 && !isOpen(id)) setOpen(id, true);
    else if (event.key === 'ArrowLeft' && tree.belowOf(row) > 0 && isOpen(id)) setOpen(id, false);
    else if (pressed('menu')) at.querySelector<HTMLElement>('[data-menu] button')?.click();
    else return false;
    return true;
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const at = rowAt(event.target);
    // Keys of the links and boxes in a row are their own.
    if (!element.current || !at || event.target !== at) return;
    const found = drawn.get(at.dataset.row ?? '');
    if (found && (step(event, found.row, at) || act(event, found.row, at))) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowFor(event.key, element.current, at);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
