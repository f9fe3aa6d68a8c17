import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { SiteImage } from '../../page/types.ts';
import type { FieldsOf, ViewContext, ViewProps, ViewSite } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import { isAt, isBelow } from '../where.ts';
import { logoAddress } from './logo.ts';
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
  logo?: SiteImage;
  /** In place of it where the page is dark. */
  darkLogo?: SiteImage;
}

export default function Menu({ fields, data, page, site }: ViewProps<MenuFields, MenuData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { showSiteName = true, logo, orientation = 'horizontal', label } = fields;
  const { nav, inside } = useNavName(label, t`Main menu`);
  // A menu that was created a moment ago has no data until it is saved.
  const { siteName = '', items = [], logo: siteLogo, darkLogo } = data ?? {};
  const isSiteShown = Boolean(showSiteName && siteName);
  return (
    <div className="pw-menu" data-orientation={orientation}>
      {(logo || isSiteShown) && (
        <a className="pw-menu-name" href="/" aria-current={isAt(page, '/') ? 'page' : undefined}>
          {logo && <img src={logo} alt={showSiteName ? '' : siteName} />}
          {!logo && isSiteShown && siteLogo && (
            <Logo logo={siteLogo} dark={darkLogo} scheme={site.scheme} name={siteName} />
          )}
          {isSiteShown && <span className="pw-menu-title">{siteName}</span>}
        </a>
      )}
      {items.length > 0 && (
        <nav {...nav}>
          {/* On a phone it folds the list that follows it, without a script; hidden where there is room. */}
          <details className="pw-menu-fold">
            <summary {...words}>{t`Menu`}</summary>
          </details>
          <MenuList items={items} page={page} speech={inside} />
        </nav>
      )}
    </div>
  );
}

interface LogoProps {
  logo: SiteImage;
  dark: SiteImage | undefined;
  scheme: ViewSite['scheme'];
  name: string;
}

/** The site's logo. It is called as the site where the site's name does not stand beside it. */
function Logo({ logo, dark, scheme, name }: LogoProps): ReactNode {
  const { withName } = logo;
  const { file } = scheme === 'dark' && dark ? dark : logo;
  return (
    <picture className="pw-menu-logo" data-named={withName ? '' : undefined}>
      {dark && !scheme && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={logoAddress(dark.file)}
          width={dark.file.width ?? undefined}
          height={dark.file.height ?? undefined}
        />
      )}
      <img
        src={logoAddress(file)}
        alt={withName ? '' : name}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
      />
    </picture>
  );
}

interface MenuListProps {
  items: MenuItem[];
  page: ViewContext['page'];
  speech?: { lang?: string };
}

function MenuList({ items, page, speech }: MenuListProps): ReactNode {
  return (
    <ul {...speech}>
      {items.map((item) => (
        <li key={item.url}>
          <a href={item.url} aria-current={current(item.url, page)}>
            {item.label}
          </a>
          {item.children && item.children.length > 0 && <MenuList items={item.children} page={page} />}
        </li>
      ))}
    </ul>
  );
}

/** The page itself, or true for a page that lies below the item's. */
function current(url: string, page: ViewContext['page']): 'page' | 'true' | undefined {
  if (isAt(page, url)) return 'page';
  return isBelow(page, url) ? 'true' : undefined;
}
