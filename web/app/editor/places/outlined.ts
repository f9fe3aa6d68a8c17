/** Which places have a line in the outline: what somebody works with, without the rows and columns that only hold it. */
import { t } from '@lingui/core/macro';
import { ancestorsOf, holdsUniqueColumn, isColumn, isRow, type Place } from './places.ts';

/** A row or column of the layout that stands alone in what is around it: a wrapping, and nothing to choose between. */
function isWrapping(place: Place): boolean {
  const isHolder = isRow(place) || isColumn(place);
  return isHolder && place.owner.kind === 'layout' && place.parent?.children.length === 1 && holdsOne(place);
}

function holdsOne({ node, children }: Place): boolean {
  return node.type === 'col-unique' || children.length === 1;
}

/** The lines below a place. */
export function outlined(place: Place): Place[] {
  return place.children.flatMap((child) => (isWrapping(child) ? outlined(child) : [child]));
}

/** The place whose line stands for this one. */
export function outlinedAt(place: Place | undefined): Place | undefined {
  return place && [place, ...ancestorsOf(place)].find((one) => one.parent && !isWrapping(one));
}

/** Where something is that not only this page shows, in few words; only at the line where that begins. */
export function sharedBy(place: Place, level: number): string | undefined {
  const { owner, parent } = place;
  if (owner.kind === 'branch') return parent?.owner.kind === 'branch' ? undefined : t`Shared block`;
  return owner.kind === 'layout' && level === 1 && !holdsUniqueColumn(place) ? t`All pages` : undefined;
}
