/** What was edited last. */
import { useQuery } from '@tanstack/react-query';
import { listPagesOptions } from '../../api/pages.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './dashboard.module.css';

const RECENT = 6;
/** The pages that serve errors, which set-up made, are no news; more are asked for, so that six remain. */
const ERRORS = '/error/';
const ASKED = RECENT + 4;

export function RecentPages() {
  const query = useQuery(listPagesOptions({ start: 0, limit: ASKED, sort: '-updatedAt' }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const pages = query.data?.results.filter(({ url }) => !url.startsWith(ERRORS)).slice(0, RECENT);
  return (
    <ul className={styles.rows}>
      {pages
        ? pages.map((page) => (
            <li key={page.id}>
              <a href={page.url} className={styles.page}>
                <strong>{page.title}</strong>
                <span>{page.url}</span>
              </a>
              <span className={styles.when}>
                <RelativeTime moment={page.updatedAt} />
              </span>
            </li>
          ))
        : [60, 45, 52].map((width) => (
            <li key={width}>
              <Skeleton width={`${width}%`} />
            </li>
          ))}
    </ul>
  );
}
