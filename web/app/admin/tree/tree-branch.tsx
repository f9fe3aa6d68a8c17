/** What stands directly below a record, read when it is opened and in parts. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { ResourceTree } from '../define-resource.ts';
import { hasMenu, RowMenu } from '../row-menu.tsx';
import { isSelectable } from '../selection-bar.tsx';
import { RowName } from './row-name.tsx';
import styles from './tree.module.css';
import { useTree } from './tree-context.ts';
import { useDragging } from './use-dragging.ts';
import { useRowNavigation } from './use-row-navigation.ts';

interface TreeBranchProps {
  // biome-ignore lint/suspicious/noExplicitAny: rows are passed through, as in tree-context.ts
  parent: any;
  level: number;
}

/** Rows that one part has at most. */
const AT_A_TIME = 50;

const STEP_KEYS = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight';
const CARRY_KEYS = 'Control+X Meta+X Control+V Meta+V Control+Z Meta+Z';

const indented = (level: number) => ({ '--level': level }) as CSSProperties;

export function TreeBranch({ parent, level }: TreeBranchProps) {
  const { tree, resource, isRemoved } = useTree();
  // One for each part: after a change each is read anew by itself, at its own beginning.
  const [ends, setEnds] = useState<(string | undefined)[]>([undefined]);
  const parts = useQueries({ queries: ends.map((after) => tree.branch(parent, after)) });
  const failed = parts.find((part) => part.isError && !part.data);
  const seen = new Set<string>();
  const rows = parts
    .flatMap((part) => part.data?.results ?? [])
    .filter((row) => {
      const id = resource.idOf(row);
      if (seen.has(id) || isRemoved(row)) return false;
      seen.add(id);
      return true;
    });
  const last = parts.at(-1)?.data;
  // As many as there will be, as long as nothing stands below them: the rows after them stay where they are aimed at.
  const expected = parent && ends.length === 1 ? Math.min(tree.belowOf(parent), AT_A_TIME) : 1;
  const showMore = useGoingOn(rows.map(resource.idOf), () => setEnds([...ends, last?.next ?? undefined]));
  return (
    <>
      {rows.map((row, index) => (
        <TreeRow
          key={resource.idOf(row)}
          row={row}
          parent={parent}
          level={level}
          place={index + 1}
          // How many come after the end of what was read is not known.
          count={last === undefined || last.next ? -1 : rows.length}
        />
      ))}
      {last === undefined &&
        !failed &&
        Array.from({ length: expected }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={at} className={styles.row} style={indented(level)} aria-busy>
            <Skeleton width="12rem" />
          </div>
        ))}
      {/* Said while what was deleted can still come back, or may not go: what stands below it is not shown either. */}
      {!parent && last && !last.next && rows.length === 0 && (
        <div role="treeitem" aria-level={1} tabIndex={-1} className={styles.nothing}>
          {t`Nothing is left at the top level.`}
        </div>
      )}
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {last?.next && (
        <div className={styles.more} style={indented(level)} role="none">
          {/* Reached by the arrows, as the rows are: a tree holds nothing else. */}
          <Button variant="subtle" role="treeitem" aria-level={level} tabIndex={-1} onClick={showMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows more rows. The keyboard goes on with the first of them: the button is gone until they are there. */
function useGoingOn(ids: string[], show: () => void): () => void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    const next = before.current === undefined ? undefined : ids[before.current];
    if (next === undefined) return;
    before.current = undefined;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus();
  });
  return () => {
    before.current = ids.length;
    show();
  };
}

interface TreeRowProps {
  // biome-ignore lint/suspicious/noExplicitAny: rows are passed through, as in tree-context.ts
  row: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  parent: any;
  level: number;
  /** Among those below the same parent, from 1. */
  place: number;
  /** How many these are; -1 as long as that is not known. */
  count: number;
}

function TreeRow({ row, parent, level, place, count }: TreeRowProps) {
  const state = useTree();
  const { resource, tree, selection, current, setCurrent, leaveCurrent, carried, note } = state;
  const id = resource.idOf(row);
  const name = resource.nameOf(row);
  const hasBelow = tree.belowOf(row) > 0;
  const isOpen = hasBelow && state.isOpen(id);
  const isChosen = selection ? selection.has(row) : state.shown === id;
  const words = useId();
  const element = useRef<HTMLDivElement>(null);
  // Before it is noted below: what has moved is left in one place and taken up in the other.
  useEffect(() => () => leaveCurrent(id), [leaveCurrent, id]);
  useEffect(() => note(row, parent, element.current), [note, row, parent]);
  const isRenaming = state.renaming === id;
  useFocusAfter(isRenaming, element);
  // One row of the tree is a stop of Tab, and arrows lead from it to the others.
  const isFirst = current === undefined && level === 1 && place === 1;
  return (
    <>
      <div
        ref={element}
        role="treeitem"
        aria-level={level}
        aria-posinset={place}
        aria-setsize={count}
        aria-expanded={hasBelow ? isOpen : undefined}
        aria-selected={isChosen}
        // By what is read in it; the names of its box and buttons would drown that.
        aria-labelledby={hasBelow ? `${words} ${words}-below` : words}
        data-row={id}
        data-name={name}
        data-cut={carried && resource.idOf(carried) === id ? true : undefined}
        className={styles.row}
        style={indented(level)}
        tabIndex={current === id || isFirst ? 0 : -1}
        onFocus={(event) => event.target === event.currentTarget && setCurrent(id)}
        aria-keyshortcuts={keysOf(tree, row)}
        {...useDragging(row, isOpen)}
        {...(isRenaming && { draggable: false })}
      >
        <button
          type="button"
          tabIndex={-1}
          className={styles.twisty}
          data-open={isOpen || undefined}
          disabled={!hasBelow}
          aria-label={isOpen ? t`Close ${name}` : t`Open ${name}`}
          onClick={() => state.setOpen(id, !isOpen)}
        >
          {hasBelow && <ChevronRight size={16} aria-hidden />}
        </button>
        <RowContent row={row} parent={parent} words={words} />
      </div>
      {isOpen && <TreeBranch parent={row} level={level + 1} />}
    </>
  );
}

function keysOf<Row>({ move, rename }: ResourceTree<Row>, row: Row): string | undefined {
  const canMove = move?.canMove(row) ?? false;
  const keys = [canMove && move?.beside && STEP_KEYS, canMove && CARRY_KEYS, rename && 'F2'];
  return keys.filter(Boolean).join(' ') || undefined;
}

/** The keyboard goes on with a row that has been renamed, unless somebody has gone elsewhere by that. */
function useFocusAfter(isRenaming: boolean, element: RefObject<HTMLElement | null>) {
  const was = useRef(isRenaming);
  useEffect(() => {
    if (was.current && !isRenaming && document.activeElement === document.body) element.current?.focus();
    was.current = isRenaming;
  }, [isRenaming, element]);
}

interface RowContentProps extends Pick<TreeRowProps, 'row' | 'parent'> {
  /** The id of what says which row it is, and with -below that of how much stands below it. */
  words: string;
}

function RowContent({ row, parent, words }: RowContentProps) {
  const { resource, tree, selection, onRemove, startRenaming } = useTree();
  const open = useRowNavigation(resource);
  const name = resource.nameOf(row);
  const { Detail } = tree;
  const below = tree.belowOf(row);
  return (
    <>
      {selection && isSelectable(resource) && (
        <Checkbox
          tabIndex={-1}
          aria-label={t`Select ${name}`}
          checked={selection.has(row)}
          onChange={() => selection.toggle(row)}
        />
      )}
      <span id={words} className={styles.name}>
        <RowName row={row} />
        {Detail && (
          <span className={styles.detail}>
            <Detail row={row} parent={parent} />
          </span>
        )}
      </span>
      {/* The blank parts what is read of the two, as what is said does. */}{' '}
      {below > 0 && (
        <span id={`${words}-below`} className={styles.below}>
          {below} <span className="pw-visually-hidden">{t`below`}</span>
        </span>
      )}
      {(hasMenu(resource) || tree.rename) && (
        <span data-menu className={styles.menu}>
          <RowMenu
            {...{ resource, row, onOpen: open, onRemove }}
            onRename={tree.rename && (() => startRenaming(row))}
          />
        </span>
      )}
    </>
  );
}
