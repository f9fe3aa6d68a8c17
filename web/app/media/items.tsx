/**
 * The files and folders of a place, as a grid of tiles or as lines. Only the rows in view are drawn. One item has the
 * keyboard: arrows go on, Space chooses, Shift chooses a range, Enter opens.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { columnsIn } from '../ui/chosen-columns.ts';
import { ColumnHeads } from './column-heads.tsx';
import { COLUMNS } from './columns.tsx';
import { Row } from './item-cells.tsx';
import { act, useFocusFollowing } from './item-keys.ts';
import styles from './items.module.css';
import { HEADS, type ItemsProps } from './items-props.ts';
import type { View } from './place.ts';
import { destinationOf } from './selection.ts';

const TILE = 148;
const NARROW_TILE = 132;
const GAP = 12;
const CAPTION = 54;
const LINE = 52;
/** Of the heads of the columns, which stay above the lines; and of the bar below them that scrolls sideways. */
const HEAD = 33;
const SCROLLBAR = 16;
/** How far the view moves before it is told: nothing is read for less. */
const STEP = 25;

/** The width of what is laid out; 0 before it is. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** How items stand: beside one another in the grid, below one another in the list. */
function layoutOf(view: View, width: number) {
  if (view === 'list') return { columns: 1, height: LINE };
  const least = width < 560 ? NARROW_TILE : TILE;
  const columns = Math.max(2, Math.floor((width + GAP) / (least + GAP)));
  const tile = (width - GAP * (columns - 1)) / columns;
  return { columns, height: Math.round((Math.max(tile, least) * 3) / 4) + CAPTION + GAP };
}

export function Items(props: ItemsProps): ReactNode {
  const { listing, choosing, view, sort, onSort, label, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, height } = layoutOf(view, useWidth(scroller));
  // The same ones as long as they are: the lines are drawn anew otherwise.
  const listed = useMemo(() => columnsIn(props.columns, COLUMNS), [props.columns]);
  const { active } = choosing.selection;
  const rows = Math.ceil(listing.count / columns);
  const activeRow = Math.floor(active / columns);
  const isList = view === 'list';
  const headHeight = isList ? HEAD : 0;
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    // The heads are in what scrolls, before the lines: the last of those that are seen is that much further down.
    scrollPaddingEnd: isList ? HEAD + SCROLLBAR : 0,
    // The row that has the keyboard stays drawn, however far one scrolls: it would lose it otherwise.
    rangeExtractor: (range: Range) => withRow(defaultRangeExtractor(range), activeRow, rows),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useLayoutEffect(() => virtual.measure(), [height, columns]);
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  // The item that was pressed stays in view when the details beside it take columns away.
  const before = useRef({ columns, isInView: true });
  useLayoutEffect(() => {
    if (before.current.columns !== columns && before.current.isInView) virtual.scrollToIndex(activeRow);
    before.current = { columns, isInView: startIndex <= activeRow && activeRow <= endIndex };
  });
  const first = Math.floor((startIndex * columns) / STEP) * STEP;
  const last = Math.ceil(((endIndex + 4) * columns) / STEP) * STEP;
  useEffect(() => onRange(first, last), [onRange, first, last]);

  const { focusActive, ...focusing } = useFocusFollowing(scroller, active, columns);
  const followActive = useEffectEvent(() => {
    virtual.scrollToIndex(activeRow);
    // The dialog that it was named in is about to close. From a field or the folders nothing is taken.
    const at = document.activeElement;
    if (at === document.body || at?.closest('[role="grid"], [role="dialog"]')) focusActive();
  });
  // What another folder's list has followed is no matter of this one.
  const followed = useRef(choosing.followed);
  useLayoutEffect(() => {
    if (choosing.followed !== followed.current) followActive();
    followed.current = choosing.followed;
  }, [choosing.followed]);
  const go = (event: KeyboardEvent, to: number) => {
    focusActive();
    virtual.scrollToIndex(Math.floor(to / columns));
    void choosing.goTo(to, { isRange: event.shiftKey, isKept: event.ctrlKey || event.metaKey });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The heads of the columns have keys of their own.
    if ((event.target as Element).closest('[role="columnheader"]')) return;
    const at = indexUnder(event.target) ?? active;
    const rowsInView = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / height));
    const isToEnd = event.ctrlKey || event.metaKey;
    const grid = { count: listing.count, columns, rows: rowsInView };
    const to = event.altKey ? undefined : destinationOf(event.key, at, grid, isToEnd);
    if (to !== undefined) go(event, to);
    else if (!act(event, props, at)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not in view are not drawn, which a table cannot be
    <div
      className={styles.grid}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={choosing.isMany}
      aria-rowcount={isList ? rows + HEADS : rows}
      aria-colcount={isList ? listed.length : columns}
      data-view={view}
      onKeyDown={onKeyDown}
      {...focusing}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div ref={scroller} className={styles.scroller} role="rowgroup">
        <div className={styles.wide} role="presentation">
          {isList && <ColumnHeads columns={listed} sort={sort} onSort={onSort} />}
          <div className={styles.all} role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index: row, start }) => (
              <Row key={row} {...props} {...{ row, start, columns, listed, height }} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The item that has the keyboard. A screen reader may have put it on another than the arrows went to last. */
function indexUnder(target: EventTarget): number | undefined {
  const index = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
  return index === undefined ? undefined : Number(index);
}

function withRow(rows: number[], row: number, count: number): number[] {
  if (rows.includes(row) || row >= count) return rows;
  return [...rows, row].sort((one, other) => one - other);
}
