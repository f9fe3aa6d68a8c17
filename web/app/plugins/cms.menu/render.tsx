import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type MenuFields = FieldsOf<typeof manifest>;

export interface MenuItem {
  url: string;
  label: string;
  children?: MenuItem[];
}
export interface MenuData {
  siteName: string;
  items: MenuItem[];
}

export default function Menu({ fields, data, page }: ViewProps<MenuFields, MenuData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { showSiteName = true, logo, orientation = 'horizontal', label = t`Main menu` } = fields;
  // A menu that was created a moment ago has no data until it is saved.
  const { siteName = '', items = [] } = data ?? {};
  const pageUrl = page.url;
  return (
    <div className="pw-menu" data-orientation={orientation}>
      {(logo || (showSiteName && siteName)) && (
        <a className="pw-menu-name" href="/" aria-current={pageUrl === '/' ? 'page' : undefined}>
          {logo && <img src={logo} alt={showSiteName ? '' : siteName} />}
          {showSiteName && siteName}
        </a>
      )}
      {items.length > 0 && (
        <nav aria-label={label}>
          {/* On a phone it folds the list that follows it, without a script; hidden where there is room. */}
          <details className="pw-menu-fold">
            <summary {...words}>{t`Menu`}</summary>
          </details>
          <MenuList items={items} pageUrl={pageUrl} />
        </nav>
      )}
    </div>
  );
}

function MenuList({ items, pageUrl }: { items: MenuItem[]; pageUrl: string }): ReactNode {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.url}>
          <a href={item.url} aria-current={current(item.url, pageUrl)}>
            {item.label}
          </a>
          {item.children && item.children.length > 0 && <MenuList items={item.children} pageUrl={pageUrl} />}
        </li>
      ))}
    </ul>
  );
}

/** The page itself, or true for a page that lies below the item's. */
function current(url: string, pageUrl: string): 'page' | 'true' | undefined {
  if (url === pageUrl) return 'page';
  return url !== '/' && pageUrl.startsWith(`${url}/`) ? 'true' : undefined;
}
