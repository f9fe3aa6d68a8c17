import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
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
      <Level items={items} current={page.url} speech={inside} />
    </nav>
  );
}

interface LevelProps {
  items: SitemapItem[];
  current: string;
  speech?: { lang?: string };
}

function Level({ items, current, speech }: LevelProps): ReactNode {
  return (
    <ul {...speech}>
      {items.map(({ url, label, children }) => (
        <li key={url}>
          <a href={url} aria-current={url === current ? 'page' : undefined}>
            {label}
          </a>
          {children.length > 0 && <Level items={children} current={current} />}
        </li>
      ))}
    </ul>
  );
}
