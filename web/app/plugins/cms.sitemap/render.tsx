import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldsOf, ViewContext, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import { isAt } from '../where.ts';
import type manifest from './manifest.ts';

export type SitemapFields = FieldsOf<typeof manifest>;

export interface SitemapItem {
  url: string;
  label: string;
  children: SitemapItem[];
}

/** The pages that the visitor may see, as a tree of as many levels as were asked for. */
export interface SitemapData {
  items: SitemapItem[];
}

export default function Sitemap({ fields, data, page }: ViewProps<SitemapFields, SitemapData>): ReactNode {
  const { t } = useLingui();
  const { label, columns = '1' } = fields;
  const { nav, inside } = useNavName(label, t`Sitemap`);
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <nav className="pw-sitemap" data-columns={columns} {...nav}>
      <Level items={items} page={page} speech={inside} />
    </nav>
  );
}

interface LevelProps {
  items: SitemapItem[];
  page: ViewContext['page'];
  speech?: { lang?: string };
}

function Level({ items, page, speech }: LevelProps): ReactNode {
  return (
    <ul {...speech}>
      {items.map(({ url, label, children }) => (
        <li key={url}>
          <a href={url} aria-current={isAt(page, url) ? 'page' : undefined}>
            {label}
          </a>
          {children.length > 0 && <Level items={children} page={page} />}
        </li>
      ))}
    </ul>
  );
}
