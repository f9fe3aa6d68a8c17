/** The tree of the pages: which stand below which by their addresses. */
import { t } from '@lingui/core/macro';
import { pagesListBranchOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PageRecord } from '../../api/pages.ts';
import { Badge } from '../../ui/badge.tsx';
import type { ResourceTree } from '../define-resource.ts';
import { isHome, isProtected, movePage, returnPage } from './changing.ts';
import { SeenByCell } from './seen-by.tsx';

/** Below its parent only the rest of an address is said. */
function restOf(page: PageRecord, parent: PageRecord | undefined): string {
  return parent ? page.url.slice(parent.url.length) : page.url;
}

/** That a page is in the menu, and what it is called there where that is not its title. */
function menuWords({ title, config: { menu } }: PageRecord): string | undefined {
  if (!menu?.visible) return undefined;
  return menu.label && menu.label !== title ? t`In menu as “${menu.label}”` : t`In menu`;
}

function Detail({ row, parent }: { row: PageRecord; parent: PageRecord | undefined }) {
  const menu = menuWords(row);
  return (
    <>
      {restOf(row, parent)} {menu && <Badge>{menu}</Badge>}{' '}
      {row.isRedirected && <Badge>{t`Redirected`}</Badge>}{' '}
      {((row.config.scopeWhitelist ?? []).length > 0 || row.hasScopeWhitelist) && <SeenByCell page={row} />}
    </>
  );
}

export const PAGE_TREE: ResourceTree<PageRecord> = {
  branch: (parent, after) => pagesListBranchOptions({ query: { 'parent-id': parent?.id, after } }),
  // Only what a branch gives has it; a page that was changed since is read anew.
  belowOf: (page) => ('below' in page && typeof page.below === 'number' ? page.below : 0),
  Detail,
  move: {
    canMove: (page) => !isProtected(page),
    // The home page stands beside the others at the top, and what serves errors keeps to itself.
    canHold: (page) => !isHome(page) && !page.url.startsWith('/error/'),
    run: movePage,
    undo: returnPage,
    done: ({ title, url }) => t`“${title}” is at ${url} now; visitors of the old address are sent there.`,
  },
};
