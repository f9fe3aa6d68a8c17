import type { ViewContext } from '../contract.ts';

export interface Crumb {
  url: string;
  label: string;
}

/** The pages above the page that the visitor may see, the home page first. */
export interface BreadcrumbData {
  items: Crumb[];
}

/** The way to a page: what lies above it, and the page itself last. */
export function crumbsOf(
  { homeLabel }: { homeLabel?: string },
  data: BreadcrumbData | undefined,
  { url, title }: ViewContext['page'],
): Crumb[] {
  const crumbs = [...(data?.items ?? []), { url, label: title }];
  return homeLabel
    ? crumbs.map((crumb) => (crumb.url === '/' ? { ...crumb, label: homeLabel } : crumb))
    : crumbs;
}
