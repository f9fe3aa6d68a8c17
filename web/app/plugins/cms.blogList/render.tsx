import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ListedPost } from '../blog/post.tsx';
import { PostList } from '../blog/post-list.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type BlogListFields = FieldsOf<typeof manifest>;

export interface BlogListData {
  posts: ListedPost[];
  page: number;
  /** Whether there is another page; never in the modes that show the newest alone. */
  hasOlder: boolean;
  /** Whether anybody may see the page: feeds tell no more than that. */
  hasFeed: boolean;
}

export default function BlogList(props: ViewProps<BlogListFields, BlogListData>): ReactNode {
  const { fields, data, page } = props;
  const { words } = useSpeech();
  const { displayMode: mode = 'list', showDate = true, showExcerpt = true } = fields;
  const { showImage = true, showAuthor = false } = fields;
  const { posts = [], page: number = 1, hasOlder = false } = data ?? {};
  const byline = ({ author }: ListedPost) =>
    author && (
      <span {...words}>
        <Trans>By {author}</Trans>
      </span>
    );
  return (
    <PostList
      posts={posts}
      mode={mode}
      view={props}
      showsImages={showImage}
      hasDate={showDate}
      hasExcerpt={showExcerpt}
      byline={showAuthor ? byline : undefined}
      canLead={number === 1}
    >
      {posts.length === 0 && (
        <p {...words}>
          <Trans>No posts yet.</Trans>
        </p>
      )}
      {(number > 1 || hasOlder) && (
        <Pages url={page.url} number={number} hasOlder={hasOlder} isEmpty={posts.length === 0} />
      )}
    </PostList>
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
