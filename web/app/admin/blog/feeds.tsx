/** The page that lists a category, and the addresses of its feeds. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Rss } from 'lucide-react';
import type { Category } from '../../api/blog.ts';
import { blogListPostsOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import styles from './blog.module.css';

/** `category` is undefined for the whole blog. */
export function Feeds({ category }: { category: Category | undefined }) {
  return category ? <FeedsOfCategory category={category} /> : <FeedsOfBlog />;
}

function FeedsOfCategory({ category: { feed, pages } }: { category: Category }) {
  const [page] = pages;
  return (
    <>
      {!page && feed !== null && (
        <p className={styles.note}>
          {t`No page lists this category yet. Add a blog list to a page and choose the category there. Its feeds work already.`}
        </p>
      )}
      {!page && feed === null && (
        <p className={styles.note}>
          {t`Only editors can see this category: it is named after a page that not everyone could see. Rename it, or add a blog list to a public page and choose the category there.`}
        </p>
      )}
      {page && feed === null && (
        <p className={styles.note}>
          {t`Not everyone can see this category, so it has no feeds: feed readers don’t log in.`}
        </p>
      )}
      <div className={styles.feeds}>
        {page && (
          <a className={styles.page} href={page.url}>
            <ExternalLink size={15} aria-hidden /> <Trans>Listed on {page.url}</Trans>
          </a>
        )}
        {feed !== null && <FeedButtons place={feed} />}
      </div>
    </>
  );
}

/** There are none without a post that everyone sees. */
function FeedsOfBlog() {
  const { data, isError } = useQuery(blogListPostsOptions({ query: { state: 'public', limit: 1 } }));
  return (
    // Its line is there before what it says, so that the posts below stay where they are.
    <div className={styles.feeds}>
      {!data ? (
        isError && <NotLoaded />
      ) : data.total === 0 ? (
        <p>{t`The blog has no feeds until everyone can see a post.`}</p>
      ) : (
        <FeedButtons place="" />
      )}
    </div>
  );
}

/** `place`: what their addresses begin with, on the site. */
function FeedButtons({ place }: { place: string }) {
  const base = `${window.location.origin}${place}`;
  return (
    <span className={styles.feedButtons}>
      <Rss size={15} aria-hidden />
      <CopyButton size="xs" text={`${base}/feed.xml`} label={t`Copy RSS address`} />
      <CopyButton size="xs" text={`${base}/atom.xml`} label={t`Copy Atom address`} />
    </span>
  );
}
