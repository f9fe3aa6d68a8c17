/** Where a category of a tree can go: by the keyboard one step, by dragging anywhere but below itself. */
import type { Category, CategoryPlace } from '../../api/blog.ts';

export type Step = 'up' | 'down' | 'in' | 'out';
export type Side = 'before' | 'inside' | 'after';

export const byPosition = (one: Category, other: Category) =>
  one.position - other.position || one.id.localeCompare(other.id);

/** The categories right below one, or at the top; one whose parent is not there stands at the top. */
export function below(all: Category[], parentId: string | null): Category[] {
  const ids = new Set(all.map(({ id }) => id));
  const parentOf = (category: Category) =>
    category.parentId && ids.has(category.parentId) ? category.parentId : null;
  return all.filter((category) => parentOf(category) === parentId).sort(byPosition);
}

/** Whether a category is another or stands somewhere below it. */
export function isWithin(all: Category[], id: string | null, aboveId: string): boolean {
  for (let next: string | null | undefined = id; next; ) {
    if (next === aboveId) return true;
    next = all.find((one) => one.id === next)?.parentId;
  }
  return false;
}

/** Where one step leads; undefined where there is none. */
export function stepped(all: Category[], category: Category, step: Step): CategoryPlace | undefined {
  const siblings = below(all, category.parentId);
  const index = siblings.findIndex(({ id }) => id === category.id);
  const { parentId } = category;
  if (step === 'up') return index > 0 ? { parentId, position: index - 1 } : undefined;
  if (step === 'down') return index < siblings.length - 1 ? { parentId, position: index + 1 } : undefined;
  if (step === 'in') {
    const above = siblings[index - 1];
    return above && { parentId: above.id, position: below(all, above.id).length };
  }
  const parent = all.find(({ id }) => id === parentId);
  if (!parent) return undefined;
  const places = below(all, parent.parentId);
  return { parentId: parent.parentId, position: places.findIndex(({ id }) => id === parent.id) + 1 };
}

/** Where a category comes to stand that is dropped at another; undefined where it cannot, or is already. */
export function dropped(
  all: Category[],
  category: Category,
  target: Category,
  side: Side,
): CategoryPlace | undefined {
  if (isWithin(all, target.id, category.id)) return undefined;
  const parentId = side === 'inside' ? target.id : target.parentId;
  const others = below(all, parentId).filter(({ id }) => id !== category.id);
  const index = others.findIndex(({ id }) => id === target.id);
  const position = side === 'inside' ? others.length : side === 'before' ? index : index + 1;
  const present = below(all, category.parentId).findIndex(({ id }) => id === category.id);
  return parentId === category.parentId && position === present ? undefined : { parentId, position };
}
