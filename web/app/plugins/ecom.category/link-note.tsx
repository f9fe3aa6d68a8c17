/** What editors are told where no page is chosen that products lead to. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** `pages`: those that show a product by their address. With one of them nothing is missing. */
export function LinkNote({ pages }: { pages: readonly string[] }): ReactNode {
  const [first] = pages;
  if (pages.length === 1) return null;
  return (
    <p className="pw-unknown" role="note">
      {first === undefined ? (
        <Trans>
          These products have no links: no page shows a product. Add the plugin Product to a page and choose
          no product in it.
        </Trans>
      ) : (
        <Trans>
          Several pages show a product. These products lead to {first} until you choose the page in the
          settings.
        </Trans>
      )}
    </p>
  );
}
