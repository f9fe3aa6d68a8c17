/** What browsers and phones ask for by addresses of its own: the site's icon, and what they call the site by. */
import { iconsOf } from '../app/plugins/images/icons.ts';
import { Answer, redirect } from './answer.ts';
import type { SiteImages } from './content.ts';

export const FAVICON = '/favicon.ico';
export const MANIFEST = '/site.webmanifest';

/** Where the icon is, for those who look no further; undefined while the site has none. */
export function faviconOf({ site }: SiteImages): Answer | undefined {
  const icon = site?.images?.icon;
  const [smallest] = icon ? iconsOf(icon.file) : [];
  return smallest && redirect(302, smallest.href);
}

/** How the site is called and drawn where somebody keeps it among their apps. */
export function manifestOf({ site }: SiteImages): Answer {
  const icons = site?.images?.icon ? iconsOf(site.images.icon.file) : [];
  const manifest = {
    name: site?.name ?? '',
    lang: site?.language,
    start_url: '/',
    display: 'browser',
    icons: icons.map(({ href, ...rest }) => ({ src: href, ...rest })),
  };
  const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
  return new Answer(200, headers, JSON.stringify(manifest));
}
