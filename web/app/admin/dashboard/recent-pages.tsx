/** What was edited last. */
import { useQuery } from '@tanstack/react-query';
import { listPagesOptions } from '../../api/pages.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import styles from './dashboard.module.css';

const RECENT = 6;
/** Of their stand-ins, in percent. */
const WIDTHS = [60, 45, 52, 38, 57, 49];
/** The pages that serve errors, which set-up made, are no news; more are asked for, so that six remain. */
const ERRORS = '/error/';
const ASKED = RECENT + 4;

function useRecentPages() {
  const query = useQuery(listPagesOptions({ start: 0, limit: ASKED, sort: '-updatedAt' }));
  const pages = query.data?.results.filter(({ url }) => !url.startsWith(ERRORS)).slice(0, RECENT);
  return { query, pages, count: useRemembered('recent-pages', pages?.length) };
}

/** Whether it is not known yet how much room they take: in a browser that has not shown them before. */
export function useIsRoomUnknown(): boolean {
  const { query, count } = useRecentPages();
  return count === undefined && query.failureCount === 0 && query.errorUpdateCount === 0;
}

export function RecentPages() {
  const { query, pages, count = RECENT } = useRecentPages();
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
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
        : WIDTHS.slice(0, count).map((width) => (
            <li key={width}>
              <Skeleton width={`${width}%`} />
            </li>
          ))}
    </ul>
  );
}
