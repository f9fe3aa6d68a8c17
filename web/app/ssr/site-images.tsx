/** What a page's head says of the site's logo and icon. */
import type { ReactNode } from 'react';
import type { Site } from '../page/types.ts';
import { iconsOf, touchIconOf } from '../plugins/images/icons.ts';
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
export function sharedImageOf({ images }: Site): string | undefined {
  const file = [images?.logo, images?.icon].find((image) => image?.file.hasSizes)?.file;
  return file && addressOf(file, 'lg');
}

/** The site with its logo, for its first page. */
export function organizationOf({ name, images }: Site, publicUrl: string): object | undefined {
  const file = (images?.logo ?? images?.icon)?.file;
  if (!file) return undefined;
  const absolute = (path: string) => new URL(path, publicUrl).href;
  const logo = absolute(addressOf(file, 'lg'));
  return { '@context': 'https://schema.org', '@type': 'Organization', name, url: absolute('/'), logo };
}
