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
  const base = `${window.location.origin}${pathOf(category)}`;
  return (
    <>
      {category && !page && (
        <p className={styles.note}>
          {t`No page lists this category yet. Add a blog list to a page and choose the category there. Its feeds are there already.`}
        </p>
      )}
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
    </>
  );
}

/** What stands before a feed's file: a category has feeds of its own, those of its page are easier to read. */
function pathOf(category: Category | undefined): string {
  if (!category) return '';
  const [page] = category.pages;
  if (!page) return `/categories/${category.id}`;
  return page.url === '/' ? '' : page.url;
}
