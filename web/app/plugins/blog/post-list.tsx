import type { ReactNode } from 'react';
import { isDrawn } from '../images/picture.tsx';
import { type ListedPost, type ListView, type Mode, Post } from './post.tsx';

interface PostListProps {
  posts: readonly ListedPost[];
  mode: Mode;
  view: ListView;
  /** Whether it shows the images that posts have. Titles have none. */
  showsImages?: boolean;
  hasDate?: boolean;
  hasExcerpt?: boolean;
  /** Who has written a post, in the words of the plugin. */
  byline?: (post: ListedPost) => ReactNode;
  /** Whether the newest post may stand above the others: of a list that begins with an image it does. */
  canLead?: boolean;
  /** What stands below the posts, or in place of them. */
  children?: ReactNode;
}

/** Posts, each with one link to it; posts.css says how they look. */
export function PostList(props: PostListProps): ReactNode {
  const { posts, mode, view, showsImages = true, hasDate = true, hasExcerpt = true, byline } = props;
  const firstImage =
    showsImages && mode !== 'titles' ? posts.findIndex(({ image }) => isDrawn(image, view)) : -1;
  const hasImages = firstImage >= 0;
  const hasLead = props.canLead && mode === 'list' && firstImage === 0 && posts.length > 2;
  return (
    <div className="pw-blog-list" data-mode={mode} data-images={hasImages || undefined}>
      {posts.length > 0 && (
        <ul>
          {posts.map((post, index) => {
            const isLead = Boolean(hasLead) && index === 0;
            return (
              <li key={post.url} data-lead={isLead || undefined}>
                <Post
                  post={post}
                  mode={mode}
                  view={view}
                  hasImages={hasImages}
                  hasDate={hasDate}
                  hasExcerpt={hasExcerpt && mode !== 'titles'}
                  byline={byline?.(post)}
                  isFirst={index === firstImage}
                  isLead={isLead}
                />
              </li>
            );
          })}
        </ul>
      )}
      {props.children}
    </div>
  );
}
