import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

type BlogMenuFields = FieldsOf<typeof manifest>;

export interface BlogMenuData {
  items: { name: string; url: string }[];
}

export default function BlogMenu({ fields, data, page }: ViewProps<BlogMenuFields, BlogMenuData>): ReactNode {
  const { t } = useLingui();
  const heading = useId();
  const { showLabel = true, label = t`Categories` } = fields;
  const { items = [] } = data ?? {};
  if (items.length === 0) return null;
  return (
    <nav className="pw-blog-menu" {...(showLabel ? { 'aria-labelledby': heading } : { 'aria-label': label })}>
      {showLabel && <h2 id={heading}>{label}</h2>}
      <ul>
        {items.map(({ name, url }) => (
          <li key={url}>
            <a href={url} aria-current={url === page.url ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
