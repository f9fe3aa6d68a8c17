/** A page's settings as the form holds them, and the way to and from the wire. */
import type { PageInput, PageRecord } from '../../api/pages.ts';
import { addressFrom } from './page-address.ts';

export interface PageValues {
  title: string;
  url: string;
  /** Whether the pages below it move along to another address. */
  movesBelow: boolean;
  inMenu: boolean;
  menuLabel: string;
  /** What was typed, while it is no number. */
  menuOrder: number | string | undefined;
  metaTitle: string;
  metaDescription: string;
  /** Said and shown where the page is shared, in place of what it says and shows anyway. */
  shareTitle: string;
  shareDescription: string;
  shareImage: PageRecord['meta']['image'];
  canonical: string;
  noIndex: boolean;
  /** Names of scopes with spaces between them, which none has in it; empty for everyone. */
  seenBy: string;
  /** Ids of linked data, in their order. */
  linkedData: string[];
  /** Ids of the trackers that it has beside those of all pages. */
  trackers: string[];
  /** Ids; of a new page none for the site's defaults. */
  templateId: string | undefined;
  layoutId: string | undefined;
  [name: string]: unknown;
}

export function valuesOf(page: PageRecord | undefined): PageValues {
  const menu = page?.config.menu;
  return {
    title: page?.title ?? '',
    url: page?.url ?? '',
    movesBelow: true,
    inMenu: menu?.visible ?? false,
    menuLabel: menu?.label ?? '',
    menuOrder: menu?.order ?? undefined,
    metaTitle: page?.meta.title ?? '',
    metaDescription: page?.meta.description ?? '',
    shareTitle: page?.meta.shareTitle ?? '',
    shareDescription: page?.meta.shareDescription ?? '',
    shareImage: page?.meta.image ?? undefined,
    canonical: page?.meta.canonical ?? '',
    noIndex: page?.config.noIndex ?? false,
    seenBy: page?.config.scopeWhitelist?.join(' ') ?? '',
    linkedData: page?.linkedData ?? [],
    trackers: page?.trackers ?? [],
    templateId: page?.templateId,
    layoutId: page?.layoutId,
  };
}

/** What is sent. Settings that the form does not show stay as the page has them. */
export function inputOf(values: PageValues, page: PageRecord | undefined): PageInput {
  const label = values.menuLabel.trim();
  return {
    title: values.title.trim(),
    url: values.url.trim(),
    meta: {
      ...page?.meta,
      title: values.metaTitle.trim() || undefined,
      description: values.metaDescription.trim() || undefined,
      shareTitle: values.shareTitle.trim() || undefined,
      shareDescription: values.shareDescription.trim() || undefined,
      image: values.shareImage || undefined,
      canonical: values.canonical.trim() || undefined,
    },
    config: {
      ...page?.config,
      menu: {
        visible: values.inMenu,
        ...(label && { label }),
        ...(values.menuOrder !== undefined && { order: Number(values.menuOrder) }),
      },
      noIndex: values.noIndex || undefined,
      scopeWhitelist: values.seenBy ? values.seenBy.split(' ') : undefined,
    },
    linkedData: values.linkedData,
    trackers: values.trackers,
    ...(values.templateId && { templateId: values.templateId }),
    ...(values.layoutId && { layoutId: values.layoutId }),
  };
}

const FIELDS: Record<string, string> = {
  'config.menu.label': 'menuLabel',
  'config.menu.order': 'menuOrder',
  'meta.title': 'metaTitle',
  'meta.description': 'metaDescription',
  'meta.shareTitle': 'shareTitle',
  'meta.shareDescription': 'shareDescription',
  'meta.canonical': 'canonical',
  'config.scopeWhitelist': 'seenBy',
};

/** The form's field for a path in the request. */
export const fieldOf = (path: string) =>
  FIELDS[path] ??
  path.replace(/^(linkedData|trackers)\.\d+$/, '$1').replace(/^meta\.image\b.*$/, 'shareImage');

/** The title's address, while the address still is the one that the title before gave. */
export function urlFollowing(title: string, before: PageValues): Partial<PageValues> {
  return before.url === addressFrom(before.title) ? { url: addressFrom(title) } : {};
}
