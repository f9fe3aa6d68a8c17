import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import { isAt } from '../where.ts';
import type manifest from './manifest.ts';

type BlogMenuFields = FieldsOf<typeof manifest>;

export interface BlogMenuData {
  items: { name: string; url: string }[];
}

export default function BlogMenu({ fields, data, page }: ViewProps<BlogMenuFields, BlogMenuData>): ReactNode {
  const { t } = useLingui();
  const { showLabel = true, label } = fields;
  const { nav, heading, inside } = useNavName(label, t`Categories`, showLabel);
  const { items = [] } = data ?? {};
  if (items.length === 0) return null;
  return (
    <nav className="pw-blog-menu" {...nav}>
      {heading}
      <ul {...inside}>
        {items.map(({ name, url }) => (
          <li key={url}>
            <a href={url} aria-current={isAt(page, url) ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
