import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ListedPost } from '../blog/post.tsx';
import { PostList } from '../blog/post-list.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { Deeper } from '../headings.tsx';
import { useNavName } from '../nav-name.tsx';
import { isAt } from '../where.ts';
import type manifest from './manifest.ts';

export type BlogPostMenuFields = FieldsOf<typeof manifest>;

export interface BlogPostMenuData {
  /** In cards without that of the page. */
  posts: ListedPost[];
}

export default function BlogPostMenu(props: ViewProps<BlogPostMenuFields, BlogPostMenuData>): ReactNode {
  const { t } = useLingui();
  const { showLabel = true, label, displayMode = 'titles' } = props.fields;
  const { nav, heading, inside } = useNavName(label, t`Latest posts`, showLabel);
  const { posts = [] } = props.data ?? {};
  if (posts.length === 0) return null;
  if (displayMode === 'cards') {
    const cards = <PostList posts={posts} mode="cards" view={props} />;
    return (
      <nav className="pw-blog-next" {...nav}>
        {heading}
        <div {...inside}>{heading ? <Deeper>{cards}</Deeper> : cards}</div>
      </nav>
    );
  }
  return (
    <nav className="pw-blog-post-menu" {...nav}>
      {heading}
      <ul {...inside}>
        {posts.map(({ title, url }) => (
          <li key={url}>
            <a href={url} aria-current={isAt(props.page, url) ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
