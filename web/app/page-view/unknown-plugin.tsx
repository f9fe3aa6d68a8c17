import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** For editors: keeps a plugin that nothing here can draw visible, selectable and movable. */
export function UnknownPlugin({ pluginRef }: { pluginRef: string }): ReactNode {
  return (
    <p className="pw-unknown">
      <Trans>There is no plugin “{pluginRef}” on this site. It is kept, and visitors do not see it.</Trans>
    </p>
  );
}
