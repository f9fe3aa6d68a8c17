/** Marks at the corners of what not everyone sees. Pressed, one opens who does; the keyboard has that in the part's menu. */
import type { ReactNode } from 'react';
import type { PageState } from '../../page/types.ts';
import { WhoSees } from '../../visibility/who-sees.tsx';
import { nodeVisibility } from '../commands/node-commands.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { nameOf } from '../places/names.ts';
import { isRow, type Place } from '../places/places.ts';
import { restrictionOf } from '../places/restrictions.ts';
import { placesOfMark } from './free-room.ts';
import styles from './restricted-marks.module.css';
import { cover, usePlaced } from './use-placed.ts';

export function RestrictedMarks({ page, places }: { page: PageState; places: Place[] }): ReactNode {
  const hasCRM = useEditorState((state) => state.base?.site.hasCRM ?? false);
  return places.map((place) => <Mark key={place.node.id} page={page} place={place} hasCRM={hasCRM} />);
}

function Mark({ page, place, hasCRM }: { page: PageState; place: Place; hasCRM: boolean }): ReactNode {
  const editing = useEditing();
  const ref = usePlaced<HTMLDivElement>(place.node.id, (element, rect, { free }) => {
    cover(element, rect);
    const { offsetWidth: width, offsetHeight: height } = element.firstElementChild as HTMLElement;
    const above = free(placesOfMark(rect, { width, height }, isRow(place)), { width, height });
    // Where there is no room it stands over the part, and clicks go through it.
    element.toggleAttribute('data-inside', above === undefined);
  });
  const isEdited = useEditorState(({ mode }) => mode.name === 'editPlugin' && mode.nodeId === place.node.id);
  return (
    <div
      ref={ref}
      className={styles.area}
      data-row={isRow(place) || undefined}
      data-edited={isEdited || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.mark}
        onClick={() => {
          editing.editor.select(place.node.id);
          nodeVisibility.run(editing);
        }}
      >
        <span className="pw-visually-hidden">{nameOf(page, place)}: </span>
        <WhoSees names={restrictionOf(page.page, place)} hasCRM={hasCRM} />
      </button>
    </div>
  );
}
