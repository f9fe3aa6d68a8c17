/** Above the places: plugins that nothing uses, and those that are used and not installed. */
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { screenFormats } from '#words/screen-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './finder.module.css';
import { labelOf, usePlugins } from './plugins.ts';

export function Overview(): ReactNode {
  const plugins = usePlugins();
  const missing = plugins?.filter(({ isInstalled }) => !isInstalled) ?? [];
  const unused = plugins?.filter(({ isInstalled, pages }) => isInstalled && pages === 0) ?? [];
  // One line from the start, so that the list does not move when this is known.
  return (
    <div className={styles.overview}>
      {missing.length > 0 && (
        <p>
          {t`Not installed any more:`}{' '}
          {missing.map(({ ref }) => (
            <Link key={ref} to={`?plugin=${encodeURIComponent(ref)}`}>
              <Badge>{ref}</Badge>
            </Link>
          ))}
        </p>
      )}
      {unused.length > 0 && (
        <details>
          <summary>
            <Plural value={unused.length} one="# plugin is on no page" other="# plugins are on no page" />
          </summary>
          <p>{screenFormats().list(unused.map(({ ref }) => labelOf(ref)))}</p>
        </details>
      )}
    </div>
  );
}
