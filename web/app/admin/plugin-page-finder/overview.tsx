/** Above the places: plugins that nothing uses, and those that are used and not installed. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import styles from './finder.module.css';
import { labelOf, usePlugins } from './plugins.ts';

export function Overview(): ReactNode {
  const plugins = usePlugins();
  if (!plugins) return null;
  const missing = plugins.filter(({ isInstalled }) => !isInstalled);
  const unused = plugins.filter(({ isInstalled, pages }) => isInstalled && pages === 0);
  return (
    <dl className={styles.overview}>
      {missing.length > 0 && (
        <Part term={t`Not installed any more`}>
          {missing.map(({ ref }) => (
            <Link key={ref} to={`?plugin=${encodeURIComponent(ref)}`}>
              <Badge>{ref}</Badge>
            </Link>
          ))}
        </Part>
      )}
      {unused.length > 0 && (
        <Part term={t`On no page`}>
          <span>{unused.map(({ ref }) => labelOf(ref)).join(', ')}</span>
        </Part>
      )}
    </dl>
  );
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
