import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type BlogListFields = FieldsOf<typeof manifest>;

export interface ListedPost {
  title: string;
  url: string;
  publishedAt: string;
  author: string;
  excerpt: string | null;
}
export interface BlogListData {
  posts: ListedPost[];
  page: number;
  /** Whether there is another page; never in the modes that show the newest alone. */
  hasOlder: boolean;
  /** Whether anybody may see the page: feeds tell no more than that. */
  hasFeed: boolean;
}

export default function BlogList({ fields, data, page }: ViewProps<BlogListFields, BlogListData>): ReactNode {
  const { words } = useSpeech();
  const { displayMode = 'list', showDate = true, showExcerpt = true } = fields;
  const { posts = [], page: number = 1, hasOlder = false } = data ?? {};
  return (
    <div className="pw-blog-list" data-mode={displayMode}>
      {posts.length === 0 ? (
        <p {...words}>
          <Trans>No posts yet.</Trans>
        </p>
      ) : (
        <ul>
          {posts.map((post) => (
            <li key={post.url}>
              <Post
                post={post}
                hasDate={showDate}
                hasExcerpt={showExcerpt && displayMode !== 'titles'}
                isTitle={displayMode === 'titles'}
              />
            </li>
          ))}
        </ul>
      )}
      {(number > 1 || hasOlder) && (
        <Pages url={page.url} number={number} hasOlder={hasOlder} isEmpty={posts.length === 0} />
      )}
    </div>
  );
}

interface PostProps {
  post: ListedPost;
  hasDate: boolean;
  hasExcerpt: boolean;
  isTitle: boolean;
}

function Post({ post, hasDate, hasExcerpt, isTitle }: PostProps): ReactNode {
  const { date } = useFormats();
  const link = <a href={post.url}>{post.title}</a>;
  return (
    <article>
      {isTitle ? (
        <p className="pw-blog-list-title">{link}</p>
      ) : (
        <h2 className="pw-blog-list-title">{link}</h2>
      )}
      {hasDate && (
        <p className="pw-blog-list-date">
          <time dateTime={post.publishedAt}>{date(post.publishedAt, 'long')}</time>
        </p>
      )}
      {hasExcerpt && post.excerpt && <p className="pw-blog-list-excerpt">{post.excerpt}</p>}
    </article>
  );
}

interface PagesProps {
  url: string;
  number: number;
  hasOlder: boolean;
  isEmpty: boolean;
}

function Pages({ url, number, hasOlder, isEmpty }: PagesProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  // From beyond the last page the way leads back to the first.
  const newer = isEmpty ? 1 : number - 1;
  const at = (page: number) => (page === 1 ? url : `${url}?posts-page=${page}`);
  return (
    <nav className="pw-blog-list-pages" aria-label={t`Pages of posts`} {...words}>
      {number > 1 && (
        <a href={at(newer)} rel="prev">
          <Trans>Newer posts</Trans>
        </a>
      )}
      {!isEmpty && (
        <span>
          <Trans>Page {number}</Trans>
        </span>
      )}
      {hasOlder && (
        <a href={at(number + 1)} rel="next">
          <Trans>Older posts</Trans>
        </a>
      )}
    </nav>
  );
}
