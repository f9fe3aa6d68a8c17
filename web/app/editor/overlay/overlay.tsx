/** Everything drawn over the page while it is edited: outlines, insert buttons, the drop marker. */
import type { ReactNode } from 'react';
import { loadable } from '../../ui/load-failure.tsx';
import { useEditorState, useTextState } from '../context.tsx';
import { placesForRows } from '../inserting/insert-place.ts';
import { DropMarker } from '../moving/drop-marker.tsx';
import { InsertMarker } from '../moving/insert-marker.tsx';
import { nameOf } from '../places/names.ts';
import { isPlugin, placeOf, placesOf, takesPlugins } from '../places/places.ts';
import { restrictedPlaces } from '../places/restrictions.ts';
import { Slash } from '../text/slash.tsx';
import { TextForms } from '../text/text-forms.tsx';
import { placesOfLabel } from './free-room.ts';
import { AddBelow, AddRow, EmptyColumn } from './insert-buttons.tsx';
import styles from './overlay.module.css';
import { cover, moveTo, usePlaced } from './use-placed.ts';

// The tools of what is marked say the same: without the marks nothing is missing that somebody waits for.
const RestrictedMarks = loadable(async () => (await import('./restricted-marks.tsx')).RestrictedMarks, {
  Waiting: () => null,
  Failure: () => null,
});

interface OverlayProps {
  hovered: string | undefined;
  onHover: (nodeId: string | undefined) => void;
}

export function Overlay({ hovered, onHover }: OverlayProps): ReactNode {
  const page = useEditorState((state) => state.page);
  const selected = useEditorState((state) => state.selected);
  const mode = useEditorState((state) => state.mode.name);
  const hasForm = useTextState(({ isLinking, isDescribing }) => isLinking || isDescribing);
  if (!page || mode === 'view') return null;
  const active = placeOf(page.page, hovered) ?? placeOf(page.page, selected);
  const selectedPlace = placeOf(page.page, selected);
  const rows = active && placesForRows(active);
  const isResting = mode !== 'sortPlugin';
  const empty = [...placesOf(page.page).values()].filter(
    (place) => takesPlugins(place) && place.children.length === 0,
  );
  const restricted = restrictedPlaces(page.page);
  return (
    <div className={styles.overlay} data-mode={mode}>
      {restricted.length > 0 && <RestrictedMarks page={page} places={restricted} />}
      {isResting && hovered && hovered !== selected && active && (
        <>
          <Outline nodeId={hovered} />
          <Label nodeId={hovered} text={nameOf(page, active)} />
        </>
      )}
      {selectedPlace && (
        <Outline nodeId={selectedPlace.node.id} isSelected isEditing={mode === 'editPlugin'} />
      )}
      {empty.map((place) => (
        <EmptyColumn key={place.node.id} place={place} />
      ))}
      {/* A form at the caret would cover a button, or half of one. */}
      {isResting && !hasForm && (
        // The pointer leaves the page for a button that stands over it: what is hovered stays so.
        <div className={styles.buttons} onPointerEnter={() => active && onHover(active.node.id)}>
          {active && isPlugin(active) && <AddBelow place={active} />}
          {rows && <AddRow places={rows} side="before" />}
          {rows && <AddRow places={rows} side="after" />}
        </div>
      )}
      <DropMarker />
      <InsertMarker />
      <Slash />
      <TextForms />
    </div>
  );
}

interface OutlineProps {
  nodeId: string;
  isSelected?: boolean;
  isEditing?: boolean;
}

function Outline({ nodeId, isSelected, isEditing }: OutlineProps): ReactNode {
  const ref = usePlaced<HTMLDivElement>(nodeId, cover);
  return (
    <div
      ref={ref}
      className={styles.outline}
      data-selected={isSelected || undefined}
      data-editing={isEditing || undefined}
    />
  );
}

/** Says what is under the pointer, where there is room for that. */
function Label({ nodeId, text }: { nodeId: string; text: string }): ReactNode {
  const ref = usePlaced<HTMLSpanElement>(nodeId, (element, rect, { free }) => {
    const { offsetWidth: width, offsetHeight: height } = element;
    moveTo(element, free(placesOfLabel(rect, { width, height }), { width, height }));
  });
  return (
    <span ref={ref} className={styles.label}>
      {text}
    </span>
  );
}
