/** The page that lists a category, and the addresses of its feeds. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ExternalLink, Rss } from 'lucide-react';
import type { Category } from '../../api/blog.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './blog.module.css';

/** `category` is undefined for the whole blog. */
export function Feeds({ category }: { category: Category | undefined }) {
  const [page] = category?.pages ?? [];
  if (category && !page) {
    return (
      <p className={styles.note}>
        {t`No page lists this category yet, so it has no feed. Add a blog list to a page and choose the category there.`}
      </p>
    );
  }
  const base = `${window.location.origin}${page && page.url !== '/' ? page.url : ''}`;
  return (
    <div className={styles.feeds}>
      {page && (
        <a className={styles.page} href={page.url}>
          <ExternalLink size={15} aria-hidden /> <Trans>Listed on {page.url}</Trans>
        </a>
      )}
      <span className={styles.feedButtons}>
        <Rss size={15} aria-hidden />
        <CopyButton size="xs" text={`${base}/feed.xml`} label={t`Copy RSS address`} />
        <CopyButton size="xs" text={`${base}/atom.xml`} label={t`Copy Atom address`} />
      </span>
    </div>
  );
}
