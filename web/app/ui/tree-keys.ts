/** Where the keys of a tree lead, as the tree pattern of WAI-ARIA has them. Rows are the elements with the role. */

export const rowsIn = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];

export const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[role="treeitem"]') : null;

const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'));

/** The row that a key goes to, given where it was pressed; undefined where it does nothing of the kind. */
export function rowFor(key: string, tree: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  const rows = rowsIn(tree);
  const at = rows.indexOf(from);
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return rows[at - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowRight': {
      const next = rows[at + 1];
      const isInside = from.getAttribute('aria-expanded') === 'true' && next && levelOf(next) > levelOf(from);
      return isInside ? next : undefined;
    }
    case 'ArrowLeft':
      return rows.slice(0, at).findLast((row) => levelOf(row) < levelOf(from));
    default:
      return typedAhead(key, rows, at);
  }
}

/** A letter goes to the next row that begins with it. */
function typedAhead(key: string, rows: HTMLElement[], at: number): HTMLElement | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  const wanted = key.toLocaleLowerCase();
  const following = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return following.find((row) => row.dataset.name?.toLocaleLowerCase().startsWith(wanted));
}
