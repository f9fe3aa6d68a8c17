import type { HeadParts, HeadProps } from '../contract.ts';
import { type BreadcrumbData, crumbsOf } from './crumbs.ts';
import type { BreadcrumbFields } from './render.tsx';

/** The way to the page for search engines, once however many plugins show it; of the home page there is none to tell. */
export default function head([first]: HeadProps<BreadcrumbFields, BreadcrumbData>[]): HeadParts {
  const crumbs = first ? crumbsOf(first.fields, first.data, first.page) : [];
  if (!first || crumbs.length < 2) return {};
  const itemListElement = crumbs.map(({ url, label }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: first.absolute(url),
  }));
  return { jsonLd: { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement } };
}
