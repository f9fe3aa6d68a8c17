/** What a page says of itself in JSON-LD already, for the placeholders of its linked data. */
import type { PlaceholderValues } from './linked-data.ts';
import { isObject, type JsonObject, shortTypesOf, withWider } from './linked-data-types.ts';

type Text = string | undefined;

/** What its head says in other ways; empty where it says nothing. */
export interface HeadFacts {
  title: Text;
  description: Text;
  /** Absolute; none of a page that stands in for others. */
  url: Text;
  image: Text;
  publishedAt?: Text;
  updatedAt: Text;
  siteName: Text;
  siteUrl: string;
  siteLogo: Text;
  siteLanguage: Text;
}

/** The values of all placeholders, by the head of a page and the items of its plugins. */
export function placeholderValues(head: HeadFacts, items: readonly unknown[]): PlaceholderValues {
  const product = itemOf('Product', items);
  const article = itemOf('Article', items);
  return {
    'page.title': head.title,
    'page.description': head.description,
    'page.url': head.url,
    'page.image': head.image,
    'page.publishedAt': head.publishedAt || textOf(article.datePublished),
    'page.updatedAt': head.updatedAt,
    'page.author': nameIn(article.author),
    'page.breadcrumb': listOf(itemOf('BreadcrumbList', items).itemListElement) ?? wayBelowHome(head),
    'page.questions': listOf(itemOf('FAQPage', items).mainEntity),
    'product.name': textOf(product.name),
    'product.description': textOf(product.description),
    'product.images': listOf(product.image),
    'product.brand': nameIn(product.brand),
    'product.offers': listOf(product.offers),
    'site.name': head.siteName,
    'site.url': head.siteUrl,
    'site.logo': head.siteLogo,
    'site.language': head.siteLanguage,
  };
}

function itemOf(type: string, items: readonly unknown[]): JsonObject {
  const isOne = (item: unknown): item is JsonObject =>
    isObject(item) && shortTypesOf(item).some((name) => withWider(name).includes(type));
  return items.find(isOne) ?? {};
}

/** Above a page right below the first one there is nothing else. Of others the plugin that shows the way knows it. */
function wayBelowHome({ title, url, siteName, siteUrl }: HeadFacts): unknown[] | undefined {
  if (!title || !siteName || !url || !/^\/[^/]+\/?$/.test(new URL(url).pathname)) return undefined;
  return [
    { '@type': 'ListItem', position: 1, name: siteName, item: siteUrl },
    { '@type': 'ListItem', position: 2, name: title, item: url },
  ];
}

const textOf = (value: unknown): Text => (typeof value === 'string' ? value : undefined);

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value === undefined ? undefined : [value];
}

/** Of a person or a brand, or of the first of several. */
function nameIn(value: unknown): Text {
  const [first] = listOf(value) ?? [];
  return isObject(first) ? textOf(first.name) : textOf(first);
}
