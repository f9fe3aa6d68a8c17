import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

type BlogPostMenuFields = FieldsOf<typeof manifest>;

export interface BlogPostMenuData {
  posts: { title: string; url: string }[];
}

export default function BlogPostMenu({
  fields,
  data,
  page,
}: ViewProps<BlogPostMenuFields, BlogPostMenuData>): ReactNode {
  const { t } = useLingui();
  const heading = useId();
  const { showLabel = true, label = t`Latest posts` } = fields;
  const { posts = [] } = data ?? {};
  if (posts.length === 0) return null;
  return (
    <nav
      className="pw-blog-post-menu"
      {...(showLabel ? { 'aria-labelledby': heading } : { 'aria-label': label })}
    >
      {showLabel && <h2 id={heading}>{label}</h2>}
      <ul>
        {posts.map(({ title, url }) => (
          <li key={url}>
            <a href={url} aria-current={url === page.url ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
