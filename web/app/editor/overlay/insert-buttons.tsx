/** The `+` buttons in and around the page's parts. */
import { Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import { useEditing } from '../context.tsx';
import { addRow } from '../inserting/add-plugin.ts';
import type { RowPlaces } from '../inserting/insert-place.ts';
import type { Target } from '../moving/move-target.ts';
import { isRow, type Place } from '../places/places.ts';
import { ColumnsIcon } from './columns-icon.tsx';
import styles from './overlay.module.css';
import { rowEdges } from './row-edges.ts';
import { usePlaced } from './use-placed.ts';

/** So far under a plugin that the button does not cover its last line. */
const BELOW = 14;

/** In the middle of a column with nothing in it. */
export function EmptyColumn({ place }: { place: Place }): ReactNode {
  const ref = usePlaced<HTMLDivElement>(place.node.id, (element, rect) => {
    element.style.transform = `translate(${rect.left}px, ${rect.top}px)`;
    element.style.width = `${rect.width}px`;
    element.style.height = `${rect.height}px`;
  });
  return (
    <div ref={ref} className={styles.emptyColumn}>
      <AddButton target={{ parentId: place.node.id, index: 0 }} label={`Add to column ${place.index + 1}`} />
    </div>
  );
}

/** Under a plugin. */
export function AddBelow({ place }: { place: Place }): ReactNode {
  const ref = usePlaced<HTMLDivElement>(place.node.id, (element, rect) => {
    element.style.transform = `translate(${rect.left + rect.width / 2}px, ${rect.top + rect.height + BELOW}px)`;
  });
  if (!place.parent) return null;
  return (
    <div ref={ref} className={styles.point}>
      <AddButton target={{ parentId: place.parent.node.id, index: place.index + 1 }} label="Add below" />
    </div>
  );
}

function AddButton({ target, label }: { target: Target; label: string }): ReactNode {
  const { chrome } = useEditing();
  return (
    <button
      type="button"
      className={styles.add}
      aria-label={label}
      title={label}
      onClick={() => chrome.setState({ panel: 'add', insertAt: target })}
    >
      <Plus size={16} strokeWidth={2.25} aria-hidden />
    </button>
  );
}

/** At the edge of a row, or of the page's own column: a new row before or after it. */
export function AddRow({ places, side }: { places: RowPlaces; side: 'before' | 'after' }): ReactNode {
  const editing = useEditing();
  const ref = usePlaced<HTMLDivElement>(places.around.node.id, (element, rect, around) => {
    const button = element.firstElementChild as HTMLElement;
    const edge = rowEdges(rect, button.offsetHeight, around.height)[side];
    button.style.visibility = edge === undefined ? 'hidden' : '';
    // At the end of the edge, where lines of text seldom reach.
    const right = Math.min(rect.left + rect.width - 8, around.width - 8);
    element.style.transform = `translate(${right}px, ${edge ?? 0}px)`;
  });
  return (
    <div ref={ref} className={styles.edge}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={styles.addRow}
            aria-label={isRow(places.around) ? `Add a row ${side} this one` : `Add a row ${side} all of this`}
          >
            <Plus size={13} strokeWidth={2.5} aria-hidden /> Row
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Columns</Menu.Label>
          <div className={styles.rowChoice}>
            {COLUMN_COUNTS.map((count) => (
              <Menu.Item
                key={count}
                className={styles.rowItem}
                aria-label={count === 1 ? '1 column' : `${count} columns`}
                onClick={() => addRow(editing, count, places[side])}
              >
                <ColumnsIcon count={count} />
                {count}
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
