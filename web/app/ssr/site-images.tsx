/** What a page's head says of the site's logo and icon. */
import type { ReactNode } from 'react';
import type { Site } from '../page/types.ts';
import { iconsOf, touchIconOf } from '../plugins/images/icons.ts';
import { type SharedImage, sharedImage } from '../plugins/images/shared-image.ts';
import { addressOf } from '../plugins/images/variants.ts';

/** Tabs and bookmarks show no larger ones. */
const MOST_LINKED = 2;

export function IconLinks({ site: { images } }: { site: Site }): ReactNode {
  const file = images?.icon?.file;
  if (!file) return <link rel="icon" href="/assets/icon-1.svg" type="image/svg+xml" />;
  const touch = touchIconOf(file);
  return (
    <>
      {iconsOf(file)
        .slice(0, MOST_LINKED)
        .map(({ href, sizes, type }) => (
          <link key={href} rel="icon" href={href} sizes={sizes} type={type} />
        ))}
      {touch && <link rel="apple-touch-icon" href={touch.href} />}
      <link rel="manifest" href="/site.webmanifest" />
    </>
  );
}

/** Shown where a page without images is shared, as a path; drawings as SVG are shown by nobody else. */
export function sharedImageOf({ images }: Site): SharedImage | undefined {
  const file = [images?.logo, images?.icon].find((image) => image?.file.hasSizes)?.file;
  return file && sharedImage(file, 'lg');
}

/** The absolute address of the logo, or of the icon of a site without one. */
export function logoOf({ images }: Site, publicUrl: string): string | undefined {
  const file = (images?.logo ?? images?.icon)?.file;
  return file && new URL(addressOf(file, 'lg'), publicUrl).href;
}

/** The site with its logo, for its first page. */
export function organizationOf(site: Site, publicUrl: string): object | undefined {
  const logo = logoOf(site, publicUrl);
  if (!logo) return undefined;
  const { name } = site;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: new URL('/', publicUrl).href,
    logo,
  };
}
