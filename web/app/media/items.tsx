/**
 * The files and folders of a place, as a grid of tiles or as lines. Only the rows in view are drawn. One item has the
 * keyboard: arrows go on, Space chooses, Shift chooses a range, Enter opens.
 */
import { t } from '@lingui/core/macro';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Line, PendingTile, Tile } from './item-views.tsx';
import styles from './items.module.css';
import type { View } from './place.ts';
import { destinationOf } from './selection.ts';
import type { Item, Listing } from './use-listing.ts';
import type { Choosing } from './use-selection.ts';

const TILE = 148;
const NARROW_TILE = 132;
const GAP = 12;
const CAPTION = 54;
const LINE = 52;
/** How far the view moves before it is told: nothing is read for less. */
const STEP = 25;

export interface ItemEvents {
  /** Enter, or a double click. */
  onOpen: (item: Item) => void;
  /** A press of the pointer that chooses one item alone. */
  onShow: (item: Item | undefined) => void;
  onRename: (item: Item) => void;
  onRemove: () => void;
  onDragStart: (item: Item, event: DragEvent) => void;
  /** What can be dropped on a folder: whether it was taken. */
  onDropOn: (folder: string, event: DragEvent) => void;
  canDropOn: (item: Item, event: DragEvent) => boolean;
}

interface ItemsProps extends ItemEvents {
  listing: Listing;
  choosing: Choosing;
  view: View;
  label: string;
  hasPlace: boolean;
  /** Whether an item can be picked; the others are shown, and grey. */
  isUsable: (item: Item) => boolean;
  onRange: (first: number, last: number) => void;
}

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
  const { listing, choosing, view, label, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, height } = layoutOf(view, useWidth(scroller));
  const { active } = choosing.selection;
  const rows = Math.ceil(listing.count / columns);
  const activeRow = Math.floor(active / columns);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    // The row that has the keyboard stays drawn, however far one scrolls: it would lose it otherwise.
    rangeExtractor: (range: Range) => withRow(defaultRangeExtractor(range), activeRow, rows),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useLayoutEffect(() => virtual.measure(), [height, columns]);
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const first = Math.floor((startIndex * columns) / STEP) * STEP;
  const last = Math.ceil(((endIndex + 4) * columns) / STEP) * STEP;
  useEffect(() => onRange(first, last), [onRange, first, last]);

  const focusActive = useFocusFollowing(scroller, active);
  const go = (event: KeyboardEvent, to: number) => {
    focusActive();
    virtual.scrollToIndex(Math.floor(to / columns));
    void choosing.goTo(to, { isRange: event.shiftKey, isKept: event.ctrlKey || event.metaKey });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rowsInView = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height));
    const isToEnd = event.ctrlKey || event.metaKey;
    const grid = { count: listing.count, columns, rows: rowsInView };
    const to = event.altKey ? undefined : destinationOf(event.key, active, grid, isToEnd);
    if (to !== undefined) go(event, to);
    else if (!act(event, props)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not in view are not drawn, which a table cannot be
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={choosing.isMany}
      aria-rowcount={rows}
      aria-colcount={view === 'list' ? 4 : columns}
      data-view={view}
      onKeyDown={onKeyDown}
    >
      <div className={styles.all} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: row, start }) => (
          <Row key={row} {...props} {...{ row, start, columns, height }} />
        ))}
      </div>
    </div>
  );
}

function withRow(rows: number[], row: number, count: number): number[] {
  if (rows.includes(row) || row >= count) return rows;
  return [...rows, row].sort((one, other) => one - other);
}

/** What keys do beside going on. Gives whether there was anything to do. */
function act(event: KeyboardEvent, props: ItemsProps): boolean {
  const { listing, choosing, onOpen, onRename, onRemove, onShow } = props;
  const { active } = choosing.selection;
  const item = listing.itemAt(active);
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key.toLowerCase() === 'a' && isMod && choosing.isMany) void choosing.chooseAll();
  else if (event.key === 'Escape' && choosing.selection.keys.size > 0) {
    // It closes no dialog around.
    event.stopPropagation();
    choosing.clear();
    onShow(undefined);
  } else if (event.key === 'Delete') {
    if (item && choosing.selection.keys.size === 0) choosing.toggle(active, item);
    onRemove();
  } else if (!item) return false;
  else if (event.key === ' ') choosing.toggle(active, item);
  else if (event.key === 'Enter') onOpen(item);
  else if (event.key === 'F2') onRename(item);
  else return false;
  return true;
}

/** The keyboard goes where it was led, as soon as that is drawn. */
function useFocusFollowing(scroller: RefObject<HTMLElement | null>, active: number) {
  const isLed = useRef(false);
  useEffect(() => {
    if (!isLed.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!element) return;
    element.focus({ preventScroll: true });
    isLed.current = false;
  });
  return () => {
    isLed.current = true;
  };
}

interface RowProps extends ItemsProps {
  row: number;
  start: number;
  columns: number;
  height: number;
}

function Row(props: RowProps): ReactNode {
  const { listing, view, row, start, columns, height } = props;
  const first = row * columns;
  const indexes = Array.from({ length: Math.min(columns, listing.count - first) }, (_, at) => first + at);
  const place = { transform: `translateY(${start}px)`, height };
  if (view === 'list') return <Cell {...props} index={first} style={place} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its cells take the keyboard
    <div
      role="row"
      aria-rowindex={row + 1}
      className={styles.row}
      style={{ ...place, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {indexes.map((index) => (
        <Cell key={index} {...props} index={index} />
      ))}
    </div>
  );
}

function Cell(props: RowProps & { index: number; style?: object }): ReactNode {
  const { listing, choosing, view, hasPlace, isUsable, index, style } = props;
  const item = listing.itemAt(index);
  const isOver = useRef(0);
  const [isTarget, setTarget] = useState(false);
  const { selection } = choosing;
  const isLine = view === 'list';
  const drop = item?.folder && dropOn(item, props, isOver, setTarget);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents lint/a11y/useAriaPropsSupportedByRole: a cell or a row; the keys are the grid's
    <div
      {...(isLine
        ? { role: 'row', 'aria-rowindex': index + 1 }
        : { role: 'gridcell', 'aria-colindex': (index % props.columns) + 1 })}
      className={isLine ? styles.line : styles.tile}
      style={style}
      data-index={index}
      data-usable={!item || isUsable(item)}
      data-target={isTarget || undefined}
      data-folder={item?.folder ? true : undefined}
      tabIndex={index === selection.active ? 0 : -1}
      aria-selected={item ? selection.keys.has(item.key) : false}
      aria-busy={item ? undefined : true}
      draggable={Boolean(item)}
      onClick={(event) => item && press(event, item, props)}
      onDoubleClick={() => item && props.onOpen(item)}
      onDragStart={(event) => item && props.onDragStart(item, event)}
      {...drop}
    >
      {!item && <PendingTile />}
      {item && (isLine ? <Line {...{ item, hasPlace }} /> : <Tile {...{ item, hasPlace }} />)}
    </div>
  );
}

/** A press chooses one alone; on its mark, or with Ctrl, one more; with Shift all up to it. */
function press(event: MouseEvent, item: Item, props: RowProps & { index: number }): void {
  const { choosing, index, onShow, onOpen } = props;
  const isMark = (event.target as Element).closest('[data-mark]') !== null;
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  if (event.shiftKey && choosing.isMany) {
    void choosing.goTo(index, { isRange: true });
    onShow(undefined);
  } else if (isMark || event.ctrlKey || event.metaKey) {
    choosing.toggle(index, item);
    // The details are those of one.
    onShow(undefined);
  }
  // A finger has no double click.
  else if (item.folder && isTouch) onOpen(item);
  else {
    choosing.chooseOnly(index, item);
    onShow(item);
  }
}

function dropOn(
  item: Item & { folder: object },
  { canDropOn, onDropOn }: RowProps,
  depth: { current: number },
  setTarget: (isTarget: boolean) => void,
) {
  const leave = () => {
    depth.current = 0;
    setTarget(false);
  };
  return {
    // What stands in it is entered and left, too.
    onDragEnter: (event: DragEvent) => {
      if (!canDropOn(item, event)) return;
      depth.current += 1;
      setTarget(true);
    },
    onDragLeave: () => {
      depth.current -= 1;
      if (depth.current <= 0) leave();
    },
    onDragOver: (event: DragEvent) => {
      if (!canDropOn(item, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDrop: (event: DragEvent) => {
      leave();
      if (!canDropOn(item, event)) return;
      event.preventDefault();
      event.stopPropagation();
      onDropOn((item.folder as { name: string }).name, event);
    },
  };
}

/** Read out after Ctrl+A and the like. */
export function Chosen({ count }: { count: number }): ReactNode {
  return (
    <span className="pw-visually-hidden" role="status">
      {count > 0 ? t`${count} selected` : ''}
    </span>
  );
}
