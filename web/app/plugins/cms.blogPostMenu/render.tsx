import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import { isAt } from '../where.ts';
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
  const { showLabel = true, label } = fields;
  const { nav, heading, inside } = useNavName(label, t`Latest posts`, showLabel);
  const { posts = [] } = data ?? {};
  if (posts.length === 0) return null;
  return (
    <nav className="pw-blog-post-menu" {...nav}>
      {heading}
      <ul {...inside}>
        {posts.map(({ title, url }) => (
          <li key={url}>
            <a href={url} aria-current={isAt(page, url) ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
