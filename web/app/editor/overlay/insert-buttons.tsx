/**
 * The `+` buttons in and around the page's parts. They stand where the page has nothing; where it is full they are not
 * there, and the bar of what is selected has the same commands.
 */
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEditing } from '../context.tsx';
import type { RowPlaces } from '../inserting/insert-place.ts';
import type { Target } from '../moving/move-target.ts';
import { isRow, type Place } from '../places/places.ts';
import { placesAtEdge, placesBelow } from './free-room.ts';
import styles from './overlay.module.css';
import { RowChoice } from './row-choice.tsx';
import { cover, moveTo, usePlaced } from './use-placed.ts';

/** In the middle of a column with nothing in it. */
export function EmptyColumn({ place }: { place: Place }): ReactNode {
  const ref = usePlaced<HTMLDivElement>(place.node.id, cover);
  return (
    <div ref={ref} className={styles.emptyColumn}>
      <AddButton target={{ parentId: place.node.id, index: 0 }} label={t`Add to column ${place.index + 1}`} />
    </div>
  );
}

/** Under a plugin. */
export function AddBelow({ place }: { place: Place }): ReactNode {
  const ref = usePlaced<HTMLDivElement>(place.node.id, (element, rect, { free }) => {
    const { offsetWidth: width, offsetHeight: height } = element;
    moveTo(element, free(placesBelow(rect, { width, height }), { width, height }));
  });
  if (!place.parent) return null;
  return (
    <div ref={ref} className={styles.button}>
      <AddButton target={{ parentId: place.parent.node.id, index: place.index + 1 }} label={t`Add below`} />
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
  const ref = usePlaced<HTMLDivElement>(places.around.node.id, (element, rect, { free }) => {
    const { offsetWidth: width, offsetHeight: height } = element;
    moveTo(element, free(placesAtEdge(rect, { width, height }, side), { width, height }));
  });
  return (
    <div ref={ref} className={styles.button}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={styles.addRow}
            aria-label={
              isRow(places.around) ? t`Add a row ${side} this one` : t`Add a row ${side} all of this`
            }
          >
            <Plus size={13} strokeWidth={2.5} aria-hidden /> {t`Row`}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <RowChoice label={t`Columns`} target={places[side]} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
