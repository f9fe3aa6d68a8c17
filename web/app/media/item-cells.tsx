/** The cells of the files and folders: tiles in a row, or lines. They are pressed, dragged and dropped on. */
import { type DragEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { type LibraryColumn, trackStyle } from './columns.tsx';
import { Line, PendingTile, Tile } from './item-views.tsx';
import styles from './items.module.css';
import { HEADS, type ItemsProps } from './items-props.ts';
import type { Item } from './use-listing.ts';

interface RowProps extends Omit<ItemsProps, 'columns'> {
  row: number;
  start: number;
  /** How many items stand beside one another. */
  columns: number;
  /** The columns of the list. */
  listed: readonly LibraryColumn[];
  height: number;
}

export function Row(props: RowProps): ReactNode {
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
  const { listing, choosing, view, listed, hasPlace, isUsable, index, style } = props;
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
        ? { role: 'row', 'aria-rowindex': index + 1 + HEADS }
        : { role: 'gridcell', 'aria-colindex': (index % props.columns) + 1 })}
      className={isLine ? styles.line : styles.tile}
      style={isLine ? { ...style, ...trackStyle(listed) } : style}
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
      {item && (isLine ? <Line {...{ item, hasPlace, listed }} /> : <Tile {...{ item, hasPlace }} />)}
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
