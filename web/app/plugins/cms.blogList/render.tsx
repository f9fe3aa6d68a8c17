import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { isDrawn } from '../images/picture.tsx';
import type manifest from './manifest.ts';
import { type ListedPost, Post } from './post.tsx';

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
  const canHaveImages = showImage && mode !== 'titles';
  const firstImage = canHaveImages ? posts.findIndex(({ image }) => isDrawn(image, props)) : -1;
  const hasImages = firstImage >= 0;
  // The newest post of a list that begins with an image stands above the others.
  const hasLead = mode === 'list' && number === 1 && firstImage === 0 && posts.length > 2;
  return (
    <div className="pw-blog-list" data-mode={mode} data-images={hasImages || undefined}>
      {posts.length === 0 ? (
        <p {...words}>
          <Trans>No posts yet.</Trans>
        </p>
      ) : (
        <ul>
          {posts.map((post, index) => (
            <li key={post.url} data-lead={(hasLead && index === 0) || undefined}>
              <Post
                post={post}
                mode={mode}
                view={props}
                hasImages={hasImages}
                hasDate={showDate}
                hasAuthor={showAuthor}
                hasExcerpt={showExcerpt && mode !== 'titles'}
                isFirst={index === firstImage}
                isLead={hasLead && index === 0}
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
